import { describe, expect, it } from 'vitest';
import { decideAddress, isFurtherIn } from './addresses.ts';

const open = { loopback: true, private: true };
const cluster = { loopback: false, private: true };
const closed = { loopback: false, private: false };

describe('decideAddress', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['11.0.0.1', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.1', 'public'],
    ['126.255.255.255', 'public'],
    ['128.0.0.1', 'public'],
    ['2606:4700::1111', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['10.0.0.1', 'private'],
    ['10.96.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fc00::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['2002:a00:1::1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['0:0:0:0:0:ffff:7f00:0001', 'loopback'],
    ['::7f00:1', 'loopback'],
  ])('%s is %s', (address, scope) => {
    expect(decideAddress(address, open)).toEqual({ ok: true, scope });
    expect(decideAddress(address, cluster).ok).toBe(scope !== 'loopback');
    expect(decideAddress(address, closed).ok).toBe(scope === 'public');
  });

  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::',
    '::a9fe:a9fe',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fd00:ec2:0:0::23',
    'fd20:ce::254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '::ffff:0.0.0.0',
    '224.0.0.1',
    '239.255.255.250',
    'ff02::1',
    '255.255.255.255',
    '240.0.0.1',
    '2001:0:1::1',
    '127.1',
    '0x7f.0.0.1',
    'localhost',
    '',
  ])('%s is never opened', (address) => {
    expect(decideAddress(address, open).ok).toBe(false);
  });
});

it('orders scopes from outside to inside', () => {
  expect(isFurtherIn('private', 'public')).toBe(true);
  expect(isFurtherIn('loopback', 'private')).toBe(true);
  expect(isFurtherIn('public', 'private')).toBe(false);
  expect(isFurtherIn('private', 'private')).toBe(false);
});
