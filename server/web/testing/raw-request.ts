/** Sends exactly these bytes and reads what comes back until the end: what no HTTP library lets one send. For tests only. */
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** What came back before the connection was closed. */
export interface RawAnswer {
  /** 0: the connection was closed without an answer. */
  status: number;
  /** Of the first answer, names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** How many answers came: two, where the bytes were taken for two requests. */
  answers: number;
}

/** A server that waits for more than was sent is told after this time that nothing more comes. */
const PATIENCE_MS = 10_000;

/** Over TLS when the URL says so, without a look at the certificate. */
export function sendRaw(url: URL, bytes: Buffer): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const to = { host: url.hostname, port: Number(url.port), rejectUnauthorized: false };
    const socket = url.protocol === 'https:' ? connectTls(to) : connectTcp(to);
    const timer = setTimeout(() => socket.end(), PATIENCE_MS);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      // The answers asked for here are small; only closing it tells whether another one follows.
      if (!isInformation(Buffer.concat(chunks).toString('latin1'))) socket.end();
    });
    // A server that breaks off has given its answer too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(Buffer.concat(chunks).toString('latin1')));
    });
    socket.write(bytes);
  });
}

/** Nothing but `100 Continue` so far. */
function isInformation(text: string): boolean {
  return /^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n$/.test(text);
}

function readAnswer(whole: string): RawAnswer {
  const text = whole.replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/, '');
  const [head = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers: Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    ),
    text,
    answers: text.split(/^HTTP\/1\.1 \d{3}/m).length - 1,
  };
}
