/** May the user do this? Asked of the API server with the user's own credentials; no answer means no. */
import { z } from 'zod';

import { describeCheck } from '#lib/access.ts';
import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import type { Identity } from './identity.ts';

export interface AccessReviews {
  /** Never rejects. Answers in the order of the checks. */
  review(identity: Identity, checks: readonly AccessCheck[]): Promise<AccessAnswer[]>;
}

const Review = z.object({ status: z.object({ allowed: z.boolean() }) });

/** A revoked right takes effect within this time; the API server itself decides on every action anyway. */
const freshMs = 10_000;
const keptAnswers = 5_000;
const parallel = 8;

interface Kept {
  until: number;
  answer: Promise<AccessAnswer>;
}

export function createAccessReviews(now: () => number = Date.now): AccessReviews {
  const kept = new Map<string, Kept>();
  const ask = (identity: Identity, check: AccessCheck): Promise<AccessAnswer> => {
    const key = keyOf(identity, check);
    const known = kept.get(key);
    if (known !== undefined && known.until > now()) return known.answer;
    const answer = reviewOne(identity, check).catch((): AccessAnswer => {
      // A question that failed is asked again the next time.
      kept.delete(key);
      return { allowed: false, reason: 'Your permissions could not be checked.', unchecked: true };
    });
    kept.delete(key);
    kept.set(key, { until: now() + freshMs, answer });
    forgetOldest(kept);
    return answer;
  };
  return {
    review: async (identity, checks) => {
      const answers: AccessAnswer[] = [];
      for (let start = 0; start < checks.length; start += parallel) {
        const batch = checks.slice(start, start + parallel);
        answers.push(...(await Promise.all(batch.map((check) => ask(identity, check)))));
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
  const body = await identity.client.request(
    'POST',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    {
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: check },
      },
    },
  );
  const { allowed } = Review.parse(body).status;
  return allowed ? { allowed } : { allowed, reason: `You may not ${describeCheck(check)}.` };
}
