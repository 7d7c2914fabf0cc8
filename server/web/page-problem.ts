/** Which requests reach Next at all. */
import type { IncomingMessage } from 'node:http';
import type { ErrorBody, Exchange } from './http.ts';

/** Bodies that go to Next's route handlers; objects of the cluster go through the proxy, which has its own limit. */
const routeBodyLimit = 1024 * 1024;

/** Next gets pages, and the routes under `/api/v1/`; none of its other doors (image optimizer, server actions, data) is open. */
export function pageProblem({ request, path }: Exchange, dev: boolean): PageProblem | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isRoute = path.startsWith('/api/v1/');
  if (!dev && !isRead && !isRoute)
    return { status: 405, body: { kind: 'refused', message: 'Pages can only be read.' } };
  if (!dev && isClosed(path))
    return { status: 404, body: { kind: 'notFound', message: 'There is no such page.' } };
  return isRead ? undefined : bodyProblem(request);
}

/** How a request is answered that Next does not get. */
export interface PageProblem {
  status: number;
  body: ErrorBody;
}

function isClosed(path: string): boolean {
  if (path.startsWith('/_next') || path.startsWith('/__next')) return true;
  return path.startsWith('/api') && !path.startsWith('/api/v1/');
}

function bodyProblem(request: IncomingMessage): PageProblem | undefined {
  if (request.headers['transfer-encoding'] !== undefined) {
    return { status: 411, body: { kind: 'refused', message: 'The body needs a Content-Length.' } };
  }
  const size = Number(request.headers['content-length'] ?? 0);
  return size > routeBodyLimit
    ? { status: 413, body: { kind: 'tooLarge', message: `The body is larger than ${routeBodyLimit} bytes.` } }
    : undefined;
}
