/** Operators with the process runner of local mode beside them, which runs those of others that the table names. */
import { join } from 'node:path';
import { UPSTREAM } from '../../runner/upstream/table.ts';
import { markLocalCluster } from '../../runner/local-cluster.ts';
import { startChild } from '../../start/child.ts';
import { auditEvents } from '../audit.ts';
import { startOperators, type Operators } from '../operators.ts';

/** What runs until its holder ends it. */
export interface WithRunner {
  readonly operators: Operators;
  /** What the runner and its programs have said so far. */
  readonly lines: readonly string[];
}

/** Resolves when both are ready. @param catalogs directories by the name of their CatalogSource */
export async function startWithRunner(
  held: AsyncDisposableStack,
  catalogs: Readonly<Record<string, string>>,
): Promise<WithRunner> {
  const images = [...UPSTREAM.values()].flatMap((module) => module.images);
  const served = images.flatMap((image) => ['--served-image', image]);
  const operators = held.use(await startOperators({ catalogs, flags: ['--leave-out-unserved', ...served] }));
  const { name, kubeconfig } = operators.cluster;
  await markLocalCluster(operators.user.client, name);
  const lines: string[] = [];
  const runner = startChild({
    name: 'runner',
    module: 'local/runner/main.ts',
    args: ['--kubeconfig', kubeconfig, '--cluster-name', name, '--door', '--upstream'],
    log: join(kubeconfig, '..', 'logs', 'capstan-runner.log'),
    onLine: (line) => lines.push(line),
  });
  held.defer(() => runner.stop());
  await runner.line(/^capstan-runner ready/);
  return { operators, lines };
}

/** What the ServiceAccount asked for so far, and of it what it has no right to, as the audit log has them. */
export function requestsOf(
  { cluster }: Operators,
  namespace: string,
  account: string,
): { readonly count: number; readonly refused: string[] } {
  const user = `system:serviceaccount:${namespace}:${account}`;
  const answered = auditEvents(cluster.auditLog, user).filter(
    (event) => event.stage === 'ResponseComplete' && event.user.username === user,
  );
  const refused = answered.filter(({ responseStatus }) => responseStatus?.code === 403);
  return { count: answered.length, refused: refused.map(({ verb, requestURI }) => `${verb} ${requestURI}`) };
}
