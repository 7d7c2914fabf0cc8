/**
 * Which network addresses the controller may open on behalf of a CatalogSource. Whoever may write a CatalogSource chooses
 * where the controller connects to, so what only the controller can reach (its own machine, metadata services) is closed.
 * Pure. Sources of the ranges: IANA special-purpose address registries, RFC 6890; the clouds' own pages on metadata.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** How far in an address lies, from outside. */
export type AddressScope = 'public' | 'private' | 'loopback';

/** What may be opened besides public addresses. */
export interface AddressPolicy {
  /** 127.0.0.0/8 and ::1: for local mode and tests, never in a cluster. */
  loopback: boolean;
  /** 10/8, 172.16/12, 192.168/16, 100.64/10, fc00::/7: where the Services of a cluster are. */
  private: boolean;
  /** Of the machine's own interfaces, which count as loopback whatever network they are in. */
  own?: readonly string[];
}

/** Where the address lies, or why it must not be opened: a clause such as `is a multicast address`. */
export type AddressVerdict = { ok: true; scope: AddressScope } | { ok: false; why: string };

interface Range {
  bytes: readonly number[];
  bits: number;
  /** A scope, or why nobody may open the address. */
  is: AddressScope | { why: string };
}

const metadata = { why: 'belongs to a metadata service' };
const linkLocal = { why: 'is link-local, where metadata services are' };
const unspecified = { why: 'is no address of one host' };
const multicast = { why: 'is a multicast address' };
const reserved = { why: 'is reserved' };

/** The first that matches counts. */
const v4: readonly Range[] = [
  range('168.63.129.16/32', metadata),
  range('100.100.100.200/32', metadata),
  range('0.0.0.0/8', unspecified),
  range('127.0.0.0/8', 'loopback'),
  range('169.254.0.0/16', linkLocal),
  range('192.0.0.0/24', reserved),
  range('224.0.0.0/4', multicast),
  range('240.0.0.0/4', reserved),
  range('10.0.0.0/8', 'private'),
  range('172.16.0.0/12', 'private'),
  range('192.168.0.0/16', 'private'),
  range('100.64.0.0/10', 'private'),
];

const v6: readonly Range[] = [
  range('fd00:ec2::/32', metadata),
  range('fd20:ce::254/128', metadata),
  range('::1/128', 'loopback'),
  range('::/128', unspecified),
  range('fe80::/10', linkLocal),
  range('ff00::/8', multicast),
  range('2001::/32', reserved),
  range('100::/64', reserved),
  range('fc00::/7', 'private'),
  range('fec0::/10', 'private'),
];

/** Prefixes that carry an IPv4 address, and where in the 16 bytes it stands. */
const embeddings: readonly { prefix: Range; at: number }[] = [
  { prefix: range('::ffff:0:0/96', 'public'), at: 12 },
  { prefix: range('::ffff:0:0:0/96', 'public'), at: 12 },
  { prefix: range('64:ff9b::/96', 'public'), at: 12 },
  { prefix: range('64:ff9b:1::/96', 'public'), at: 12 },
  { prefix: range('2002::/16', 'public'), at: 2 },
];

/** @param address an IP address as name servers give it, not a host name */
export function decideAddress(address: string, policy: AddressPolicy): AddressVerdict {
  const bytes = bytesOf(address);
  if (bytes === undefined) return { ok: false, why: 'is no IP address' };
  const is = isOwn(bytes, policy) ? 'loopback' : classify(bytes);
  if (typeof is !== 'string') return { ok: false, why: is.why };
  if (is === 'loopback' && !policy.loopback)
    return { ok: false, why: 'is the machine of the controller itself' };
  if (is === 'private' && !policy.private)
    return { ok: false, why: 'is in a private network, which this controller leaves alone' };
  return { ok: true, scope: is };
}

function isOwn(bytes: readonly number[], { own = [] }: AddressPolicy): boolean {
  const plain = unwrapped(bytes).join();
  return own.some((address) => unwrapped(bytesOf(address) ?? []).join() === plain);
}

/** True when `to` lies further in than `from`: where a redirect must not lead. */
export function isFurtherIn(to: AddressScope, from: AddressScope): boolean {
  const order: readonly AddressScope[] = ['public', 'private', 'loopback'];
  return order.indexOf(to) > order.indexOf(from);
}

function classify(bytes: readonly number[]): Range['is'] {
  if (bytes.length === 4) return v4.find((candidate) => matches(bytes, candidate))?.is ?? 'public';
  const known = v6.find((candidate) => matches(bytes, candidate));
  if (known !== undefined) return known.is;
  const inner = unwrapped(bytes);
  return inner === bytes ? 'public' : classify(inner);
}

/** The IPv4 address that an IPv6 address carries; others as they are. */
function unwrapped(bytes: readonly number[]): readonly number[] {
  if (bytes.length !== 16) return bytes;
  const embedding = embeddings.find(({ prefix }) => matches(bytes, prefix));
  if (embedding !== undefined) return bytes.slice(embedding.at, embedding.at + 4);
  // The first 96 bits zero: the old IPv4-compatible form.
  return bytes.slice(0, 12).every((byte) => byte === 0) ? bytes.slice(12) : bytes;
}

function matches(bytes: readonly number[], { bytes: prefix, bits }: Range): boolean {
  return prefix.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8));
    const mask = (0xff00 >> left) & 0xff;
    return ((bytes[index] ?? 0) & mask) === (byte & mask);
  });
}

function range(cidr: string, is: Range['is']): Range {
  const [address = '', bits = ''] = cidr.split('/');
  return { bytes: bytesOf(address) ?? [], bits: Number(bits), is };
}

/** 4 or 16 bytes. */
function bytesOf(address: string): number[] | undefined {
  const [plain = ''] = address.split('%');
  if (isIPv4(plain)) return plain.split('.').map(Number);
  if (!isIPv6(plain)) return undefined;
  const [head = '', tail] = plain.split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const gap = Array.from({ length: 16 - before.length - after.length }, () => 0);
  return [...before, ...gap, ...after];
}

function groups(text: string): number[] {
  return text === ''
    ? []
    : text.split(':').flatMap((group) => {
        const value = Number.parseInt(group, 16);
        return group.includes('.') ? group.split('.').map(Number) : [value >> 8, value & 0xff];
      });
}
