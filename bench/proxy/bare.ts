/** The yardstick: what a proxy costs in Node when it does nothing but pass requests on. Prints its port. */
import { createServer } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { optional } from '#lib/base/loose.ts';
import { loadConfig } from '#server/kube/config.ts';

const config = loadConfig({ kubeconfig: process.argv[2] ?? '' });
const upstream = new URL(config.server);
const agent = new Agent({
  keepAlive: true,
  ...(config.clientCertificate ?? {}),
  rejectUnauthorized: !config.tls.insecure,
  ...optional({ ca: config.tls.ca }),
});

const server = createServer((request, response) => {
  const passed = httpsRequest(
    {
      agent,
      host: upstream.hostname,
      port: upstream.port,
      method: request.method,
      path: request.url,
      headers: { accept: request.headers.accept, 'accept-encoding': request.headers['accept-encoding'] },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passed.on('error', () => response.destroy());
  request.pipe(passed);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`ready ${String(typeof address === 'object' ? address?.port : '')}\n`);
});
