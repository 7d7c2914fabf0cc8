/** May the user do this? Asked of the API server with the user's own credentials; no answer means no. */
import { z } from 'zod';

import { describeCheck } from '#lib/access.ts';
import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import { ask } from '#server/kube/ask.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import { asKubeError } from '#server/kube/errors.ts';
import type { Identity } from './identity.ts';

/** Answers are kept by identity and check, so that a page full of buttons costs one round of questions. */
export interface AccessReviews {
  /** Never rejects. Answers in the order of the checks, none older than `maxAgeMs` (default 10 s; 0 asks anew). */
  review(
    identity: Identity,
    checks: readonly AccessCheck[],
    options?: { maxAgeMs?: number },
  ): Promise<AccessAnswer[]>;
}

const Review = z.object({ status: z.object({ allowed: z.boolean() }) });

/** A revoked right takes effect within this time; the API server itself decides on every action anyway. */
const freshMs = 10_000;
const keptAnswers = 5_000;
const parallel = 8;
/** An API server that is there answers in milliseconds. */
const patienceMs = 5_000;

interface Kept {
  askedAt: number;
  answer: Promise<AccessAnswer>;
}

/** With a memory of its own for the last 5,000 answers; a question that failed is not remembered. */
export function createAccessReviews(): AccessReviews {
  const kept = new Map<string, Kept>();
  const answerTo = (identity: Identity, check: AccessCheck, maxAgeMs: number): Promise<AccessAnswer> => {
    const key = keyOf(identity, check);
    const known = kept.get(key);
    if (known !== undefined && known.askedAt + maxAgeMs > monotonicClock.now()) return known.answer;
    const answer = reviewOne(identity, check).catch((error: unknown): AccessAnswer => {
      // A question that failed is asked again the next time.
      kept.delete(key);
      const signedOut = asKubeError(error).kind === 'unauthorized';
      return { allowed: false, reason: { code: signedOut ? 'signedOut' : 'unchecked' } };
    });
    kept.delete(key);
    kept.set(key, { askedAt: monotonicClock.now(), answer });
    forgetOldest(kept);
    return answer;
  };
  return {
    review: async (identity, checks, { maxAgeMs = freshMs } = {}) => {
      const answers: AccessAnswer[] = [];
      for (let start = 0; start < checks.length; start += parallel) {
        const batch = checks.slice(start, start + parallel);
        answers.push(...(await Promise.all(batch.map((check) => answerTo(identity, check, maxAgeMs)))));
      }
      return answers;
    },
  };
}

function keyOf(identity: Identity, check: AccessCheck): string {
  const { verb, group, resource, subresource, namespace, name } = check;
  return JSON.stringify([identity.key, verb, group, resource, subresource, namespace, name]);
}

function forgetOldest(kept: Map<string, Kept>): void {
  if (kept.size <= keptAnswers) return;
  const oldest = kept.keys().next();
  if (oldest.done !== true) kept.delete(oldest.value);
}

async function reviewOne(identity: Identity, check: AccessCheck): Promise<AccessAnswer> {
  const body = await ask(identity.client, resources.selfSubjectAccessReviews, {
    spec: { resourceAttributes: check },
    signal: AbortSignal.timeout(patienceMs),
  });
  const { allowed } = Review.parse(body).status;
  return allowed
    ? { allowed }
    : { allowed, reason: { code: 'denied', values: { right: describeCheck(check) } } };
}
