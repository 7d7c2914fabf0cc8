import { createServer } from 'node:https';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { issueCertificate } from './issue.ts';
import { readSecret } from './read.ts';

const HOSTS = ['tickets-service.team-a', 'tickets-service.team-a.svc'];

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What a client says that trusts only these authorities. */
async function handshake(port: number, servername: string, ca: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, ca }, () => {
      resolve('trusted');
      socket.end();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

it('serves callers that trust its authority, under its own names alone', async () => {
  const [issued, other] = await Promise.all([
    issueCertificate(HOSTS, Date.now()),
    issueCertificate(HOSTS, Date.now()),
  ]);
  const server = createServer({ key: issued.key, cert: issued.cert });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    expect(await handshake(port, HOSTS[1] ?? '', issued.authority)).toBe('trusted');
    // The one before goes on being trusted beside it.
    expect(await handshake(port, HOSTS[0] ?? '', `${other.authority}\n${issued.authority}`)).toBe('trusted');
    expect(await handshake(port, 'elsewhere.team-a.svc', issued.authority)).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    expect(await handshake(port, HOSTS[0] ?? '', other.authority)).not.toBe('trusted');
  } finally {
    server.close();
  }
});

it('is read back from a Secret, with what holds of it', async () => {
  const now = Date.UTC(2026, 0, 1);
  const [issued, other] = await Promise.all([issueCertificate(HOSTS, now), issueCertificate(HOSTS, now)]);
  const secret = (data: Record<string, string>): Parameters<typeof readSecret>[0] => ({
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', annotations: { olmcahash: 'h' } } },
    data,
  });
  const data = {
    'tls.crt': base64(issued.cert),
    'tls.key': base64(issued.key),
    olmCAKey: base64(`${issued.authority}\n${other.authority}\n`),
  };
  const read = readSecret(secret(data));
  expect(read).toMatchObject({ hosts: HOSTS, isSigned: true, hash: 'h', notAfter: now + 730 * 86_400_000 });
  expect(readSecret(secret({ ...data, olmCAKey: base64(other.authority) }))?.isSigned).toBe(false);
  for (const broken of [
    {},
    { ...data, 'tls.crt': base64('x') },
    { ...data, 'tls.key': '' },
    { ...data, olmCAKey: '!' },
  ])
    expect(readSecret(secret(broken as Record<string, string>))).toBeUndefined();
});
