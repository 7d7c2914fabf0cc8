/** Gathers the access questions of all components of one render into one request. */
import { z } from 'zod';

import { maxAccessChecks } from '#lib/access.ts';
import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import { apiJson } from './http.ts';

const AccessAnswers = z.object({
  answers: z.array(z.object({ allowed: z.boolean(), reason: z.string().optional() })),
});

export type AccessBatcher = (check: AccessCheck) => Promise<AccessAnswer>;

interface Waiting {
  check: AccessCheck;
  resolve: (answer: AccessAnswer) => void;
  reject: (error: unknown) => void;
}

export function createAccessBatcher(): AccessBatcher {
  let waiting: Waiting[] = [];
  const send = (): void => {
    const batch = waiting;
    waiting = [];
    for (let start = 0; start < batch.length; start += maxAccessChecks) {
      void ask(batch.slice(start, start + maxAccessChecks));
    }
  };
  return (check) =>
    new Promise((resolve, reject) => {
      waiting.push({ check, resolve, reject });
      if (waiting.length === 1) setTimeout(send, 5);
    });
}

async function ask(batch: readonly Waiting[]): Promise<void> {
  try {
    const body = await apiJson('/api/access', {
      method: 'POST',
      body: { checks: batch.map(({ check }) => check) },
    });
    const { answers } = AccessAnswers.parse(body);
    batch.forEach(({ resolve }, index) => {
      const answer = answers[index];
      resolve({
        allowed: answer?.allowed === true,
        ...(answer?.reason === undefined ? {} : { reason: answer.reason }),
      });
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
