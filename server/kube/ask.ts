/** Questions that are put to the API server by creating what is never stored. */
import { z } from 'zod';
import type { Resource } from '#lib/k8s/object.ts';
import { apiVersionOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { checkedPath } from './paths.ts';
import type { KubeClient } from './types.ts';

type Asked = Pick<KubeClient, 'request'>;

/** A review's answer, for the caller to parse. @throws KubeError */
export async function ask(
  client: Asked,
  review: Resource,
  { signal, ...content }: { spec?: object; signal?: AbortSignal } = {},
): Promise<unknown> {
  const body = { apiVersion: apiVersionOf(review), kind: review.kind, ...content };
  return client.request('POST', checkedPath(review), signal === undefined ? { body } : { body, signal });
}

/** A ServiceAccount; with `uid` no other one of the same name is meant. */
export interface TokenAccount {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string | undefined;
}

const TokenAnswer = z.object({
  status: z.object({ token: z.string().min(1), expirationTimestamp: z.iso.datetime() }),
});

/** A token of the account. @throws KubeError, or {z.ZodError} when the answer holds none */
export async function requestToken(
  client: Asked,
  { uid, ...account }: TokenAccount,
  spec: { expirationSeconds: number; boundObjectRef?: object },
): Promise<z.infer<typeof TokenAnswer>['status']> {
  const path = checkedPath(resources.serviceAccounts, { ...account, subresource: 'token' });
  const metadata = uid === undefined ? {} : { metadata: { uid } };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', ...metadata, spec };
  return TokenAnswer.parse(await client.request('POST', path, { body })).status;
}
