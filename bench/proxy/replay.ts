/**
 * An upstream that costs next to nothing: plays back, byte for byte and over TLS, what the API server answered once. So the
 * proxies are measured and not the API server, which takes most of the machine when it answers each request itself.
 * Arguments: a kubeconfig, whose client certificate serves for want of another, then one path per argument. Prints its
 * port.
 */
import { connect, createServer } from 'node:tls';
import { loadConfig } from '#server/kube/config.ts';
import { answerReader } from './answer-reader.ts';

const [kubeconfig = '', ...paths] = process.argv.slice(2);
const config = loadConfig({ kubeconfig });
const recorded = new Map(
  await Promise.all(
    paths.flatMap((path) =>
      ['identity', 'gzip'].map(async (encoding): Promise<[string, Buffer]> => [
        `${encoding} ${path}`,
        await record(path, encoding),
      ]),
    ),
  ),
);

function record(path: string, encoding: string): Promise<Buffer> {
  const { hostname, port } = new URL(config.server);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const reader = answerReader((status) => {
      socket.destroy();
      if (status === 200) resolve(Buffer.concat(chunks));
      else reject(new Error(`${path}: status ${String(status)}`));
    });
    const socket = connect({
      host: hostname,
      port: Number(port),
      ...(config.clientCertificate ?? {}),
      rejectUnauthorized: false,
    });
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      reader.take(chunk);
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\naccept: application/json\r\naccept-encoding: ${encoding}\r\n\r\n`,
    );
  });
}

const notFound = Buffer.from('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');

const server = createServer({ ...(config.clientCertificate ?? {}) }, (socket) => {
  let pending = '';
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    const heads = (pending + chunk.toString('latin1')).split('\r\n\r\n');
    pending = heads.pop() ?? '';
    for (const head of heads) {
      const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/'));
      const encoding = /\r\naccept-encoding: [^\r]*gzip/i.test(head) ? 'gzip' : 'identity';
      socket.write(recorded.get(`${encoding} ${path}`) ?? notFound);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`ready ${String(typeof address === 'object' ? address?.port : '')}\n`);
});
