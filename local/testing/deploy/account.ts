/** The controller as the manifests deploy it: with its ServiceAccount's rights, and no others. */
import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { isManifest, type KubeObject, type Resource } from '../../../lib/k8s/object.ts';
import { resources } from '../../../lib/k8s/resources.ts';
import { createClient } from '../../../server/kube/client.ts';
import { realClock } from '../../../server/kube/clock.ts';
import { loadConfig } from '../../../server/kube/config.ts';
import type { KubeClient } from '../../../server/kube/types.ts';
import { manifest } from '../../deploy/manifest.ts';
import type { TestCluster } from '../cluster.ts';
import { auditEvents, type AuditEvent } from '../audit.ts';
import { openIdentity, type Identity } from '../../runner/identity.ts';

export const CONTROLLER = 'capstan-controller';
const NAMESPACE = 'capstan-system';
/** With the values for a controller that installs with the rights of accounts alone. */
export const NAMESPACES_ONLY = 'golden/namespaces.yaml';
/** With the values for a controller that also runs declarative operators. */
export const DECLARATIVE = 'golden/declarative.yaml';

const Container = z.object({ args: z.tuple([z.string()], z.string()) });
const Deployment = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }) }),
});

/** What the program of a Deployment of a file of `deploy` is started with. */
export function commandLine(name: string, file = 'install.yaml'): string[] {
  const found = manifest(file).find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  // The first word says which program of the image.
  return Deployment.parse(found).spec.template.spec.containers[0].args.slice(1);
}

const KINDS: readonly Resource[] = [
  resources.namespaces,
  resources.serviceAccounts,
  resources.clusterRoles,
  resources.clusterRoleBindings,
  resources.roles,
  resources.roleBindings,
];

/** Puts the controller's account and rights into a cluster, as a file of `deploy` has them, and resolves to its credentials. */
export async function controllerIdentity(
  kubeconfig: string,
  { namespace = NAMESPACE, file = 'install.yaml' } = {},
): Promise<Identity> {
  const config = loadConfig({ kubeconfig });
  const client = createClient(config);
  const objects = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...manifest(file)
      .filter(({ metadata }) => metadata.name === CONTROLLER)
      .map((object) => inNamespace(object, namespace)),
  ];
  for (const resource of KINDS) {
    for (const object of objects.filter(({ kind }) => kind === resource.kind)) {
      await client.apply(resource, object, { fieldManager: 'manifests' });
    }
  }
  return openIdentity(
    { namespace, serviceAccount: CONTROLLER },
    {
      client,
      cluster: config,
      clock: realClock,
      onError: (error) => {
        process.stderr.write(`the controller's token is not renewed: ${String(error)}\n`);
      },
    },
  );
}

/** What the chart makes in the namespace of an account that the controller may have tokens of. */
export async function giveTokens(client: KubeClient, namespace: string): Promise<void> {
  const objects = manifest(NAMESPACES_ONLY).filter(({ metadata }) => metadata.namespace === namespace);
  for (const resource of KINDS) {
    for (const object of objects.filter(({ kind }) => kind === resource.kind)) {
      await client.apply(resource, object, { fieldManager: 'manifests' });
    }
  }
}

function inNamespace(object: KubeObject, namespace: string): KubeObject {
  const moved: unknown = JSON.parse(
    JSON.stringify(object).replaceAll(`"${NAMESPACE}"`, JSON.stringify(namespace)),
  );
  if (!isManifest(moved)) throw new Error('an object has become none');
  return moved;
}

/**
 * Whatever a test is about: what the manifests let the controller do has to be enough, but for what it `expected` to be refused.
 * Where the API server was started again, what is allowed at other times may be refused once.
 */
export function failOnRefusal(
  { auditLog, hasRestarted }: Pick<TestCluster, 'auditLog' | 'hasRestarted'>,
  expected?: RegExp,
): void {
  noteUsed(auditLog);
  const refused = refusedRights(auditLog, hasRestarted()).filter((line) => expected?.test(line) !== true);
  if (refused.length === 0) return;
  throw new Error(`deploy/chart does not give the controller what it needs:\n${refused.join('\n')}`);
}

/** CAPSTAN_RIGHTS_USED names a file: what it lacks at the end of a whole run, the manifests give for nothing. */
function noteUsed(auditLog: string): void {
  const file = process.env['CAPSTAN_RIGHTS_USED'];
  if (file !== undefined)
    appendFileSync(
      file,
      usedRights(auditLog)
        .map((line) => `${line}\n`)
        .join(''),
    );
}

/** What controllers were not allowed to do, in words: each once. Admission refuses, too: in a namespace that goes. */
function refusedRights(auditLog: string, hasRestarted: boolean): string[] {
  const { refused = [], allowed = [] } = Object.groupBy(requestsOf(auditLog), (event) =>
    isRefused(event) ? 'refused' : 'allowed',
  );
  const known = new Set(hasRestarted ? allowed.map(rightOf) : []);
  const lines = refused.filter((event) => !known.has(rightOf(event)));
  // The first of each, with when and why: beside the log of the API server it tells what else went on.
  return [...Map.groupBy(lines, lineOf)].map(([line, [first]]) =>
    [
      line,
      first?.stageTimestamp,
      first?.annotations?.['authorization.k8s.io/reason'],
      first?.responseStatus?.message,
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(' | '),
  );
}

const lineOf = ({ verb, requestURI }: AuditEvent): string => `${verb} ${requestURI}`;

function isRefused({ annotations, responseStatus }: AuditEvent): boolean {
  return (
    annotations?.['authorization.k8s.io/decision'] === 'forbid' ||
    responseStatus?.message?.includes('attempting to grant') === true
  );
}

/** What a request takes; of what is no object, its path. */
function rightOf({ verb, objectRef, requestURI }: AuditEvent): string {
  if (objectRef?.resource === undefined) return `${verb} ${requestURI.split('?')[0] ?? ''}`;
  const { apiGroup = '', resource, subresource = '', namespace = '' } = objectRef;
  return [verb, apiGroup, resource, subresource, namespace].join(' ');
}

/** What controllers were allowed to do and did, as `verb group/resource`: each once, sorted. */
function usedRights(auditLog: string): string[] {
  const used = requestsOf(auditLog).flatMap(({ verb, objectRef, responseStatus }) => {
    if (objectRef?.resource === undefined || responseStatus?.code === 403) return [];
    const { apiGroup = '', resource, subresource } = objectRef;
    return [`${verb} ${apiGroup}/${resource}${subresource === undefined ? '' : `/${subresource}`}`];
  });
  return [...new Set(used)].sort();
}

function requestsOf(auditLog: string): AuditEvent[] {
  return auditEvents(auditLog, `:${CONTROLLER}"`).filter(
    ({ user, stage }) => stage === 'ResponseComplete' && user.username?.endsWith(`:${CONTROLLER}`) === true,
  );
}
