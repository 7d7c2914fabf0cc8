import { describe, expect, it } from 'vitest';
import { decideAddress } from '#server/catalog/net/addresses.ts';
import { parseFlags } from './flags.ts';
import { sourcePolicy } from './source-policy.ts';

const LAN = '192.168.1.7';
const OWN = ['192.168.1.23', 'fd00::23', '203.0.113.5'];

describe('sourcePolicy', () => {
  it.each([
    { flags: [], inCluster: true, lan: true, own: false },
    { flags: ['--no-private-sources'], inCluster: true, lan: false, own: false },
    { flags: [], inCluster: false, lan: false, own: false },
    { flags: ['--allow-private-sources'], inCluster: false, lan: true, own: false },
    { flags: ['--allow-loopback-sources'], inCluster: false, lan: true, own: true },
    { flags: ['--allow-loopback-sources', '--no-private-sources'], inCluster: false, lan: false, own: true },
  ])('$flags, in a cluster: $inCluster', ({ flags, inCluster, lan, own }) => {
    const policy = sourcePolicy(parseFlags(flags), { inCluster }, () => OWN);
    expect(decideAddress(LAN, policy).ok).toBe(lan);
    for (const address of [...OWN, '::ffff:192.168.1.23', 'fd00:0:0::23', '127.0.0.1']) {
      expect(decideAddress(address, policy).ok, address).toBe(own);
    }
    expect(decideAddress('203.0.113.6', policy).ok).toBe(true);
  });

  it('follows the addresses that the machine has', () => {
    const own = ['192.168.1.23'];
    const policy = sourcePolicy(parseFlags([]), { inCluster: true }, () => own);
    expect(decideAddress('192.168.2.5', policy).ok).toBe(true);
    own.push('192.168.2.5');
    expect(decideAddress('192.168.2.5', policy)).toEqual({
      ok: false,
      why: 'is the machine of the controller itself',
    });
  });
});
