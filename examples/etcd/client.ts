/** Speaks with members of an etcd cluster: its API as JSON over HTTP. Source: etcd `api/etcdserverpb/rpc.proto`. */
import { z } from 'zod';
import type { MemberStore } from './scene.ts';

/** A member did not do what it was asked for; the message is for people. */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
}

export interface EtcdClient {
  /** Resolves to the answer, for the caller to parse. Rejects with EtcdError, after 5 s without an answer unless told otherwise. */
  ask(path: string, body: object, patienceMs?: number): Promise<unknown>;
  isHealthy(): Promise<boolean>;
  /** Such as `3.6.1`. Rejects with EtcdError. */
  version(): Promise<string>;
}

const PATIENCE_MS = 5_000;

const Health = z.object({ health: z.literal('true') });
const Version = z.object({ etcdserver: z.string() });
const Refusal = z.object({ message: z.string() });

/** @param origin such as `http://10.0.0.7:2379` */
export function etcdAt(origin: string): EtcdClient {
  return {
    ask: async (path, body, patienceMs) =>
      fetched(`${origin}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) }, patienceMs),
    isHealthy: async () => {
      try {
        return Health.safeParse(await fetched(`${origin}/health`)).success;
      } catch {
        return false;
      }
    },
    version: async () => Version.parse(await fetched(`${origin}/version`)).etcdserver,
  };
}

async function fetched(
  url: string,
  init: RequestInit = {},
  patienceMs: number = PATIENCE_MS,
): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    throw new EtcdError(Refusal.safeParse(answer).data?.message ?? `answered ${String(response.status)}`);
  } catch (error) {
    if (error instanceof EtcdError) throw error;
    throw new EtcdError(`${new URL(url).host} does not answer`);
  }
}

const Members = z.object({
  members: z
    .array(
      z.object({
        ID: z.string(),
        peerURLs: z.array(z.string()).default([]),
        isLearner: z.boolean().default(false),
      }),
    )
    .default([]),
});

export interface ListedMember {
  readonly id: string;
  readonly peerUrl: string | undefined;
  readonly learner: boolean;
}

/** As a majority of the members has it. */
export async function listMembers(etcd: EtcdClient): Promise<ListedMember[]> {
  const { members } = Members.parse(await etcd.ask('cluster/member/list', { linearizable: true }));
  return members.map(({ ID: id, peerURLs, isLearner: learner }) => ({ id, peerUrl: peerURLs[0], learner }));
}

/** Numbers of 64 bits are text in etcd's JSON, and 0 is left out. */
const Count = z.coerce.number().nonnegative().default(0);
const StatusOfMember = z.object({
  header: z.object({ member_id: z.string() }),
  leader: z.string().default(''),
  dbSize: Count,
  dbSizeInUse: Count,
});

/** How large the store of this one member is. Rejects with EtcdError, or where it says nothing of it (etcd before 3.4). */
export async function storeOf(etcd: EtcdClient): Promise<MemberStore> {
  const { header, leader, dbSize, dbSizeInUse } = StatusOfMember.parse(
    await etcd.ask('maintenance/status', {}),
  );
  if (dbSizeInUse === 0) throw new EtcdError('does not say how much of its store is in use');
  return { size: dbSize, inUse: dbSizeInUse, leads: header.member_id === leader };
}

/** A large store takes its time. */
const DEFRAGMENT_MS = 60_000;

/** Has this one member give back the free pages of its store; it answers nothing else meanwhile. Rejects with EtcdError. */
export async function defragment(etcd: EtcdClient): Promise<void> {
  await etcd.ask('maintenance/defragment', {}, DEFRAGMENT_MS);
}
