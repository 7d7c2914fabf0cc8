/** Is this a token that the API server takes, and whose? It alone decides; nothing is believed that the token says of itself. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { ask } from '#server/kube/ask.ts';
import { asKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';

/** What the API server makes of a token. */
export type TokenVerdict =
  /** `user` names the person without telling who it is. */
  | { kind: 'accepted'; name: string; user: string }
  | { kind: 'refused' }
  /** Nobody could be asked. */
  | { kind: 'unanswered' };

const UserInfo = z.looseObject({ username: z.string() });
const SelfSubjectReview = z.object({ status: z.object({ userInfo: UserInfo }) });

const ANONYMOUS = 'system:anonymous';
const patienceMs = 10_000;

/** Never rejects. @param client acts with the token */
export async function checkToken(client: KubeClient): Promise<TokenVerdict> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const body = await ask(client, resources.selfSubjectReviews, { signal });
    const { userInfo } = SelfSubjectReview.parse(body).status;
    if (userInfo.username === ANONYMOUS) return { kind: 'refused' };
    const user = createHash('sha256').update(JSON.stringify(userInfo)).digest('base64url').slice(0, 22);
    return { kind: 'accepted', name: userInfo.username, user };
  } catch (error) {
    const { kind } = asKubeError(error);
    return { kind: kind === 'unauthorized' || kind === 'forbidden' ? 'refused' : 'unanswered' };
  }
}
