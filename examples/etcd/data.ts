/** Moves all keys of a cluster out of it and into it. */
import { z } from 'zod';
import { LONGEST_BYTES } from './archive.ts';
import type { BackupContent, Entry, Lease } from './archive.ts';
import { EtcdError } from './client.ts';
import type { EtcdClient } from './client.ts';

const Page = z.object({
  header: z.object({ revision: z.string() }),
  more: z.boolean().default(false),
  kvs: z
    .array(
      z.object({
        key: z.string().default(''),
        value: z.string().default(''),
        lease: z.string().default('0'),
      }),
    )
    .default([]),
});

/** Both ends of all keys there can be. */
const FIRST = Buffer.from([0]).toString('base64');
const PAGE_KEYS = 500;

export interface ReadOut extends BackupContent {
  readonly revision: string;
}

/** All keys at one revision, and the leases that some have. Rejects with EtcdError. */
export async function readAll(etcd: EtcdClient): Promise<ReadOut> {
  const entries: Entry[] = [];
  let revision: string | undefined;
  let bytes = 0;
  for (let key: string | undefined = FIRST; key !== undefined;) {
    const page: z.infer<typeof Page> = Page.parse(
      await etcd.ask('kv/range', {
        key,
        range_end: FIRST,
        limit: PAGE_KEYS,
        ...(revision !== undefined && { revision }),
      }),
    );
    revision ??= page.header.revision;
    for (const { key: name, value, lease } of page.kvs) {
      bytes += name.length + value.length;
      entries.push({ key: name, value, ...(lease !== '0' && { lease }) });
    }
    if (bytes > LONGEST_BYTES) throw new EtcdError('it has more than 64 MiB, which no Secrets should hold');
    const last = page.kvs.at(-1)?.key;
    key = page.more && last !== undefined ? after(last) : undefined;
  }
  return { entries, leases: await leasesOf(etcd, entries), revision: revision ?? '0' };
}

/** The next key that there can be. */
function after(key: string): string {
  return Buffer.concat([Buffer.from(key, 'base64'), Buffer.from([0])]).toString('base64');
}

const TimeToLive = z.object({ grantedTTL: z.string().default('0') });

async function leasesOf(etcd: EtcdClient, entries: readonly Entry[]): Promise<Lease[]> {
  const ids = new Set(entries.flatMap(({ lease }) => lease ?? []));
  const leases: Lease[] = [];
  for (const id of ids) {
    const { grantedTTL: ttl } = TimeToLive.parse(await etcd.ask('lease/timetolive', { ID: id }));
    leases.push({ id, ttl });
  }
  return leases;
}

/** Puts all of it in, which may have been begun before. Rejects with EtcdError. */
export async function writeAll(etcd: EtcdClient, { entries, leases }: BackupContent): Promise<void> {
  const granted = new Set<string>();
  for (const { id, ttl } of leases) {
    // One that had run out took its keys with it.
    if (Number(ttl) <= 0) continue;
    granted.add(id);
    try {
      await etcd.ask('lease/grant', { ID: id, TTL: ttl });
    } catch (error) {
      if (!(error instanceof EtcdError && error.message.includes('lease already exists'))) throw error;
    }
  }
  const kept = entries.filter(({ lease }) => lease === undefined || granted.has(lease));
  for (const batch of batchesOf(kept)) {
    const success = batch.map((entry) => ({ requestPut: entry }));
    await etcd.ask('kv/txn', { success });
  }
}

/** A request takes 1.5 MiB, and 128 operations. */
function* batchesOf(entries: readonly Entry[]): Generator<Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = entry.key.length + entry.value.length;
    if (batch.length > 0 && (batch.length === 100 || bytes + size > 1_000_000)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
