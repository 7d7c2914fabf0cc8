import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeCertificate } from './certificate.ts';
import { isUsable } from './usable.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const DAY_MS = 86_400_000;

it('makes a certificate for the names, which is used until it is about to end', async () => {
  const made = await makeCertificate(['a.b.svc', 'localhost'], NOW);
  const parsed = new X509Certificate(made.cert);
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(parsed.ca).toBe(true);
  expect(parsed.subjectAltName).toBe('DNS:a.b.svc, DNS:localhost');
  expect(isUsable(made, ['a.b.svc'], NOW)).toBe(true);
  expect(isUsable(made, ['c.d.svc'], NOW)).toBe(false);
  expect(isUsable(made, ['a.b.svc'], NOW + 705 * DAY_MS)).toBe(false);
  const other = await makeCertificate(['a.b.svc'], NOW);
  expect(isUsable({ key: other.key, cert: made.cert }, ['a.b.svc'], NOW)).toBe(false);
  expect(isUsable({ key: 'x', cert: 'y' }, ['a.b.svc'], NOW)).toBe(false);
});
