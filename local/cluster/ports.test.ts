import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { isFree, movePorts, pickPorts, replacePorts } from './ports.ts';

it('picks ports that differ and are free', async () => {
  const ports = Object.values(await pickPorts());
  expect(new Set(ports).size).toBe(6);
  expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => true));
});

it('moves the one port that something else holds', async () => {
  const ports = await pickPorts();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(ports.etcdPort, '127.0.0.1', resolve));
  try {
    const { ports: after, moved } = await movePorts(ports);
    expect([...moved.keys()]).toEqual([ports.etcdPort]);
    expect(after).toEqual({ ...ports, etcdPort: moved.get(ports.etcdPort) });
    expect(after.etcdPort).not.toBe(ports.etcdPort);
  } finally {
    server.close();
  }
});

it('replaces ports where they are ports, and nothing else', () => {
  const text = 'a: http://127.0.0.1:23456\nb: --secure-port=23456\nport: 23456\nc: :234567 x23456 :12345\n';
  const want = 'a: http://127.0.0.1:30000\nb: --secure-port=30000\nport: 30000\nc: :234567 x23456 :12345\n';
  expect(replacePorts(text, new Map([[23_456, 30_000]]))).toBe(want);
});
