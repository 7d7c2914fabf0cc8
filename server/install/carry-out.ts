/** The writes that a decision asks for. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import type { Action } from '#lib/olm/plan/decision.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import { writeCertificate } from './certificates/write.ts';
import { recordEvent } from './events.ts';
import { inParallel } from './limiter.ts';
import type { World } from './world.ts';
import { applyObject, deleteObject, patchObject, writeStatus } from './write.ts';

/** Who writes, and with whose rights. */
export interface Writer {
  world: World;
  /** The same with the rights that objects are applied with. */
  limited: World;
  signal: AbortSignal;
}

const WRITES_AT_ONCE = 4;

/**
 * At once what is about several objects, in its order what is about one; the object's own metadata last, as a finalizer must
 * not go before what it stands for. Resolves to the object itself as it is then. Steps and new plans are not among them.
 */
export async function carryOut<T extends KubeObject | undefined>(
  writer: Writer,
  actions: readonly Action[],
  object: T,
): Promise<T> {
  const chains = chainsOf(actions);
  const ownKey = object === undefined ? '' : targetOf(object);
  const own = chains.get(ownKey) ?? [];
  chains.delete(ownKey);
  await inParallel(WRITES_AT_ONCE, [...chains.values()], (chain) => inOrder(writer, chain));
  const after = await inOrder(writer, own);
  return object === undefined || after === undefined ? object : { ...object, metadata: after.metadata };
}

function targetOf(object: KubeObject): string {
  return `${object.kind} ${keyOf(object)}`;
}

/** By the object that they are about; what is about no other action's object stands alone. */
function chainsOf(actions: readonly Action[]): Map<string, Action[]> {
  const chains = new Map<string, Action[]>();
  let key = '';
  for (const [index, action] of actions.entries()) {
    if (action.kind === 'patch' || action.kind === 'status') key = targetOf(action.object);
    else if (action.kind !== 'event' || key === '') key = String(index);
    chains.set(key, [...(chains.get(key) ?? []), action]);
  }
  return chains;
}

/** Resolves to the object that was written last. */
async function inOrder(writer: Writer, chain: readonly Action[]): Promise<KubeObject | undefined> {
  let last: KubeObject | undefined;
  for (const action of chain) last = (await carryOutOne(writer, action, last)) ?? last;
  return last;
}

/** @param last the object as the write before left it */
async function carryOutOne(
  { world, limited, signal }: Writer,
  action: Action,
  last: KubeObject | undefined,
): Promise<KubeObject | undefined> {
  switch (action.kind) {
    case 'apply':
      await applyObject(limited, action.resource, action.object, signal);
      return undefined;
    case 'certificate':
      await writeCertificate(limited, action, {
        ...{ signal, write: (write) => carryOutOne({ world, limited, signal }, write, undefined) },
      });
      return undefined;
    case 'delete':
      await deleteObject(world, action, signal);
      return undefined;
    case 'event':
      recordEvent(world, action);
      return undefined;
    case 'status':
      return stated({ world, limited, signal }, { ...action, object: last ?? action.object });
    case 'patch':
      return patched({ world, limited, signal }, { ...action, object: last ?? action.object });
    case 'begin':
    case 'step':
      return undefined;
  }
}

async function stated(
  { world, signal }: Writer,
  { status, ...target }: Extract<Action, { kind: 'status' }>,
): Promise<KubeObject> {
  return writeStatus(world, target, status, signal);
}

async function patched(
  { world, signal }: Writer,
  patch: Extract<Action, { kind: 'patch' }>,
): Promise<KubeObject | undefined> {
  // Gone meanwhile: there is nothing left to be told.
  return undefinedIf(patchObject(world, patch, patch, signal), 'notFound');
}
