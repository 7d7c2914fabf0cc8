/** Requests to the API server of a test cluster with its answers as they are: for tests of what exactly it says. */
import { loadConfig } from '#server/kube/config.ts';
import { closeConnections, createTransport } from '#server/kube/transport.ts';
import type { TestCluster } from './cluster.ts';

export interface RawAnswer {
  readonly status: number;
  /** Texts of the `Warning` headers. */
  readonly warnings: readonly string[];
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface RawApi extends AsyncDisposable {
  /** `path` with its query. A text as body goes out as it is, anything else as JSON. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    /** Of a PATCH. */
    patchType?: 'merge' | 'strategic-merge',
  ): Promise<RawAnswer>;
}

/** As an administrator, or as the user of a bearer token. */
export function rawApi(cluster: TestCluster, token?: string): RawApi {
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  const transport = createTransport(config, token === undefined ? {} : { token });
  return {
    async request(method, path, body, patchType = 'merge') {
      const contentType = method === 'PATCH' ? `application/${patchType}-patch+json` : 'application/json';
      const answer = await transport.send({
        method,
        path,
        headers: { accept: 'application/json', 'content-type': contentType },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const chunks: Buffer[] = [];
      for await (const chunk of answer.body) chunks.push(Buffer.from(chunk as Uint8Array));
      const text = Buffer.concat(chunks).toString('utf8');
      return { status: answer.status, warnings: warningsOf(answer.headers['warning']), body: parsed(text) };
    },
    [Symbol.asyncDispose]: () => closeConnections(config),
  };
}

function warningsOf(header: string | readonly string[] | undefined): string[] {
  const lines = header === undefined ? [] : typeof header === 'string' ? [header] : header;
  return lines.flatMap((line) =>
    [...line.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map((found) => found[1] ?? ''),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
