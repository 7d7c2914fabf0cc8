/** Gathers the access questions of all components of one render into one request. */
import { maxAccessChecks } from '#lib/access.ts';
import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import { isJsonObject, textField } from '#lib/base/json.ts';
import { optional } from '#lib/base/loose.ts';
import { apiJson } from './http.ts';

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
    const answers = isJsonObject(body) && Array.isArray(body['answers']) ? body['answers'] : [];
    batch.forEach(({ resolve }, index) => {
      resolve(answerOf(answers[index]));
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Whatever is not a clear yes is a no. */
function answerOf(value: unknown): AccessAnswer {
  if (!isJsonObject(value) || typeof value['allowed'] !== 'boolean')
    return { allowed: false, unchecked: true };
  const reason = textField(value, 'reason');
  return {
    allowed: value['allowed'],
    ...optional({ reason }),
    ...(value['unchecked'] === true ? { unchecked: true } : {}),
  };
}
