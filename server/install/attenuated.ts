/**
 * The world with the rights of a namespace's ServiceAccount (OLM 53). By a token of that account, not by impersonating it: a
 * token dies with its account, needs no right to be anybody at all, and the API server's own log names who wrote.
 */
import { groupTargets } from '#lib/olm/observed/namespace.ts';
import { ACCOUNT_NEEDED } from '#lib/olm/api/vocabulary.ts';
import type { ObjectReference } from '#lib/olm/api/types.ts';
import { requestToken } from '#server/kube/ask.ts';
import type { CredentialProvider, Credentials } from '#server/kube/credentials.ts';
import { asKubeError, KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { readerOfWorld, type World } from './world.ts';

/** The shortest that the API server grants; used for half of it. */
const TOKEN_SECONDS = 600;
const USED_MS = (TOKEN_SECONDS * 1_000) / 2;

interface Account {
  namespace: string;
  name: string;
  uid: string;
}

interface Known {
  client: KubeClient;
  credentials: CredentialProvider;
  usedAt: number;
}

type Speaking = Pick<World, 'client' | 'clientFor' | 'accountsOnly'>;

const clients = new WeakMap<Speaking, Map<string, Known>>();

/** @throws KubeError when there is no token to be had, or no account although there has to be one */
export async function attenuated<W extends Speaking>(
  world: W,
  account: ObjectReference | undefined,
): Promise<W> {
  if (account === undefined) {
    if (world.accountsOnly === true) throw new KubeError({ kind: 'forbidden', message: ACCOUNT_NEEDED });
    return world;
  }
  const { namespace = '', name = '', uid = '' } = account;
  const { client, credentials } = knownOf(world, { namespace, name, uid });
  // Before anything is done in its name, so that who cannot be spoken for is told apart from what is refused.
  await credentials.get();
  return { ...world, client };
}

/** With the rights of the account that the namespace's OperatorGroup names; with the controller's own when it names none. */
export function withGroupRights(world: World, namespace: string): Promise<World> {
  const name = groupTargets(readerOfWorld(world), namespace)[0]?.serviceAccount;
  if (name === undefined) return attenuated(world, undefined);
  const uid = world.caches.serviceAccounts.get({ namespace, name })?.metadata.uid;
  return attenuated(world, { namespace, name, ...(uid === undefined ? {} : { uid }) });
}

function knownOf(world: Speaking, account: Account): Known {
  const ofWorld = clients.get(world) ?? new Map<string, Known>();
  clients.set(world, ofWorld);
  const now = performance.now();
  for (const [key, { usedAt }] of ofWorld) if (now - usedAt > USED_MS) ofWorld.delete(key);
  const key = `${account.namespace}/${account.name}/${account.uid}`;
  const credentials = ofWorld.get(key)?.credentials ?? accountCredentials(world, account);
  const client = ofWorld.get(key)?.client ?? world.clientFor(credentials);
  const known = { client, credentials, usedAt: now };
  ofWorld.set(key, known);
  return known;
}

/** A token that was refused is asked for anew: the keys of the API server may have changed since. */
function accountCredentials(world: Speaking, account: Account): CredentialProvider {
  let current: { credentials: Credentials; until: number } | undefined;
  let asking: Promise<Credentials> | undefined;
  const ask = async (): Promise<Credentials> => {
    try {
      const token = await tokenOf(world, account);
      const credentials = { headers: { authorization: `Bearer ${token}` } };
      // Its age does not depend on what the machine takes for the time.
      current = { credentials, until: performance.now() + USED_MS };
      return credentials;
    } finally {
      asking = undefined;
    }
  };
  return {
    get: () => {
      if (current !== undefined && performance.now() < current.until) {
        return Promise.resolve(current.credentials);
      }
      asking ??= ask();
      return asking;
    },
    invalidate: (refused) => {
      if (current?.credentials === refused) current = undefined;
      return true;
    },
  };
}

async function tokenOf({ client }: Speaking, account: Account): Promise<string> {
  try {
    // Refused for another account of the same name.
    const uid = account.uid === '' ? undefined : account.uid;
    return (await requestToken(client, { ...account, uid }, { expirationSeconds: TOKEN_SECONDS })).token;
  } catch (cause) {
    const { message, publicMessage } = asKubeError(cause);
    const what = `no token for ServiceAccount ${account.name}: `;
    // Of one kind whatever the reason: it says nothing of what was to be done with it.
    throw new KubeError({
      kind: 'unauthorized',
      message: what + message,
      publicMessage: what + publicMessage,
      cause,
    });
  }
}
