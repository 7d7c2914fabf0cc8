/**
 * The world with the rights of a namespace's ServiceAccount (53). By a token of that account, not by impersonating it: a
 * token dies with its account, needs no right to be anybody at all, and the API server's own log names who wrote.
 */
import { z } from 'zod';
import type { ObjectReference } from '#lib/olm/types.ts';
import { KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { groupTargets, type World } from './world.ts';

/** The shortest that the API server grants; used for half of it. */
const TOKEN_SECONDS = 600;
const USED_MS = (TOKEN_SECONDS * 1_000) / 2;

interface Known {
  client: KubeClient;
  until: number;
}

const clients = new WeakMap<World, Map<string, Known>>();

const TokenRequest = z.object({ status: z.object({ token: z.string().min(1) }) });

export async function attenuated(
  world: World,
  account: ObjectReference | undefined,
  signal: AbortSignal,
): Promise<World> {
  if (account === undefined) return world;
  return { ...world, client: await clientOf(world, account, signal) };
}

/** With the rights of the account that the namespace's OperatorGroup names; unlimited when it names none. */
export function withGroupRights(world: World, namespace: string, signal: AbortSignal): Promise<World> {
  const name = groupTargets(world, namespace)[0]?.serviceAccount;
  if (name === undefined) return Promise.resolve(world);
  const uid = world.caches.serviceAccounts.get({ namespace, name })?.metadata.uid;
  return attenuated(world, { namespace, name, ...(uid === undefined ? {} : { uid }) }, signal);
}

async function clientOf(world: World, account: ObjectReference, signal: AbortSignal): Promise<KubeClient> {
  const ofWorld = clients.get(world) ?? new Map<string, Known>();
  clients.set(world, ofWorld);
  const now = performance.now();
  for (const [key, { until }] of ofWorld) if (until <= now) ofWorld.delete(key);
  const { namespace = '', name = '', uid = '' } = account;
  const key = `${namespace}/${name}/${uid}`;
  const known = ofWorld.get(key);
  if (known !== undefined) return known.client;
  const client = world.clientFor(await requestToken(world, { namespace, name, uid }, signal));
  ofWorld.set(key, { client, until: now + USED_MS });
  return client;
}

async function requestToken(
  world: World,
  { namespace, name, uid }: { namespace: string; name: string; uid: string },
  signal: AbortSignal,
): Promise<string> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/${encodeURIComponent(name)}/token`;
  const answer = await world.client.request('POST', path, {
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      // Refused for another account of the same name.
      ...(uid === '' ? {} : { metadata: { uid } }),
      spec: { expirationSeconds: TOKEN_SECONDS },
    },
    signal,
  });
  const parsed = TokenRequest.safeParse(answer);
  if (!parsed.success)
    throw new KubeError({ kind: 'unknown', message: `POST ${path}: no token in the answer` });
  return parsed.data.status.token;
}
