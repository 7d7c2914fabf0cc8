/**
 * A cluster in the middle of its life, for people with different rights to look at: three namespaces with the same in
 * each, two catalogs. Every name is unlike any other text, so that one that turns up where it must not is recognised.
 */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '../../../lib/k8s/object.ts';
import { resources } from '../../../lib/k8s/resources.ts';
import { kudoCrds } from '../../../lib/kudo/api/crds.ts';
import { KUDO_API_VERSION, kudoResources } from '../../../lib/kudo/api/types.ts';
import { olmCrds } from '../../../lib/olm/api/crds/index.ts';
import { aCrdObject } from '../../../lib/testing/bundle-files.ts';
import { createClient } from '../../../server/kube/client.ts';
import { loadConfig } from '../../../server/kube/config.ts';
import { isKubeError } from '../../../server/kube/errors.ts';
import type { KubeClient } from '../../../server/kube/types.ts';
import { eventually } from '../eventually.ts';

/** The namespaces that hold the same; people of one namespace live in the first, those of two in the first two. */
export const places = ['quay-amber', 'quay-birch', 'quay-cedar'] as const;
export const catalogNamespace = 'capstan-system';
/** Catalog with the package `open-parcel`, and another with `hidden-parcel`. */
export const openCatalog = 'open-wharf';
export const hiddenCatalog = 'hidden-wharf';
export const ticketsGroup = 'quay.example.com';

export const tickets: Resource = {
  group: ticketsGroup,
  version: 'v1',
  plural: 'tickets',
  kind: 'Ticket',
  namespaced: true,
};

export interface Seeded {
  readonly resource: Resource;
  readonly object: KubeObject;
}

/** What `places` hold, by name: `amber-plan` in `quay-amber`, and so on. */
export function nameIn(place: string, what: string): string {
  return `${place.replace('quay-', '')}-${what}`;
}

/** Installs the definitions and creates the objects; resolves to them as they were created. */
export async function seedPersonaState(kubeconfig: string): Promise<readonly Seeded[]> {
  const admin = createClient(loadConfig({ kubeconfig }));
  // The builder makes plain JSON of exactly this shape.
  const crd = aCrdObject(ticketsGroup, 'tickets', 'Ticket') as KubeObject;
  await Promise.all(
    [...olmCrds, ...kudoCrds, crd].map((one) => admin.create(resources.customResourceDefinitions, one)),
  );
  const names = [...places, catalogNamespace];
  const namespaces = await Promise.all(
    names.map((name) => create(admin, { resource: resources.namespaces, object: namespaceOf(name) })),
  );
  const objects = [...places.flatMap(stateOf), ...[openCatalog, hiddenCatalog].map(sharedCatalog)];
  return [...namespaces, ...(await Promise.all(objects.map((seed) => create(admin, seed))))];
}

function namespaceOf(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** Kinds are served a moment after their definition; what a controller would write is written as its status. */
async function create(admin: KubeClient, { resource, object }: Seeded): Promise<Seeded> {
  const made = await eventually(async () => {
    try {
      return await admin.create(resource, object);
    } catch (error) {
      if (isKubeError(error, 'alreadyExists')) return object;
      throw error;
    }
  });
  const { status } = object;
  const { name, namespace } = made.metadata;
  const ref = { name, ...optional({ namespace }) };
  if (status === undefined) return { resource, object: made };
  const patch = { type: 'merge' as const, body: { status } };
  return { resource, object: await admin.patch(resource, ref, patch, { subresource: 'status' }) };
}

function sharedCatalog(name: string): Seeded {
  return catalog(catalogNamespace, name);
}

function catalog(namespace: string, name: string): Seeded {
  return olm(resources.catalogSources, namespace, name, {
    spec: { sourceType: 'internal', address: `directory:${name}` },
  });
}

function olm(resource: Resource, namespace: string, name: string, content: Record<string, unknown>): Seeded {
  const apiVersion = `${resource.group}/${resource.version}`;
  return { resource, object: { apiVersion, kind: resource.kind, metadata: { name, namespace }, ...content } };
}

function stateOf(place: string): Seeded[] {
  const named = (what: string): string => nameIn(place, what);
  return [
    ...operatorOf(place),
    ...troublesOf(place),
    ...workOf(place),
    ...vesselOf(place),
    olm(resources.operatorGroups, place, named('group'), { spec: { targetNamespaces: [place] } }),
    catalog(place, named('catalog')),
    {
      resource: tickets,
      object: {
        apiVersion: `${ticketsGroup}/v1`,
        kind: 'Ticket',
        metadata: { name: named('ticket'), namespace: place },
      },
    },
  ];
}

const time = '2026-01-01T00:00:00Z';

/** An operator that runs, its Subscription, and the plan of its upgrade, which waits for approval. */
function operatorOf(place: string): Seeded[] {
  const csv = nameIn(place, 'operator.v1.0.0');
  const next = nameIn(place, 'operator.v2.0.0');
  const plan = nameIn(place, 'plan');
  const deployment = nameIn(place, 'manager');
  const catalogSources = [openCatalog];
  return [
    olm(resources.clusterServiceVersions, place, csv, {
      spec: {
        displayName: nameIn(place, 'harbour'),
        version: '1.0.0',
        install: {
          strategy: 'deployment',
          spec: { deployments: [{ name: deployment, spec: podsOf(deployment) }] },
        },
        installModes: [{ type: 'OwnNamespace', supported: true }],
        customresourcedefinitions: {
          owned: [{ name: `tickets.${ticketsGroup}`, version: 'v1', kind: 'Ticket' }],
        },
      },
      status: { phase: 'Succeeded', reason: 'InstallSucceeded', lastUpdateTime: time },
    }),
    olm(resources.subscriptions, place, nameIn(place, 'subscription'), {
      spec: {
        name: 'open-parcel',
        source: openCatalog,
        sourceNamespace: catalogNamespace,
        channel: 'stable',
        installPlanApproval: 'Manual',
      },
      status: {
        state: 'UpgradePending',
        installedCSV: csv,
        currentCSV: next,
        installPlanRef: { name: plan, namespace: place },
        lastUpdated: time,
      },
    }),
    olm(resources.installPlans, place, plan, {
      spec: { clusterServiceVersionNames: [next], approval: 'Manual', approved: false },
      status: { phase: 'RequiresApproval', catalogSources, plan: [] },
    }),
  ];
}

/** Two operators that do not run, with a button that helps: one has no OperatorGroup, the container of the other crashes. */
function troublesOf(place: string): Seeded[] {
  const ailing = nameIn(place, 'ailing');
  const failed = (what: string, reason: string, deployments: string[]): Seeded =>
    olm(resources.clusterServiceVersions, place, nameIn(place, what), {
      spec: {
        ...{ displayName: nameIn(place, what), version: '1.0.0' },
        install: {
          strategy: 'deployment',
          spec: { deployments: deployments.map((name) => ({ name, spec: podsOf(name) })) },
        },
        installModes: [{ type: 'OwnNamespace', supported: true }],
      },
      status: { phase: 'Failed', reason, message: '', lastUpdateTime: time },
    });
  const labels = { app: ailing };
  // Nobody schedules it, so that nobody but its status says how it is.
  const pods = { ...podsOf(ailing), replicas: 1 };
  const ended = { terminated: { exitCode: 3, reason: 'Error' } };
  return [
    failed('groupless.v1.0.0', 'NoOperatorGroup', []),
    failed('ailing.v1.0.0', 'InstallCheckFailed', [ailing]),
    {
      resource: resources.deployments,
      object: {
        ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: ailing, namespace: place } },
        spec: { ...pods, template: unscheduled(labels) },
      },
    },
    {
      resource: resources.pods,
      object: {
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: `${ailing}-0`, namespace: place, labels } },
        spec: unscheduled(labels)['spec'],
        status: {
          phase: 'Running',
          containerStatuses: [
            {
              ...{ name: 'manager', image: '', imageID: '', ready: false, restartCount: 4 },
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: ended,
            },
          ],
        },
      },
    },
  ];
}

function unscheduled(labels: Record<string, string>): Record<string, unknown> {
  const containers = [{ name: 'manager', image: 'example.invalid/manager:1' }];
  return { metadata: { labels }, spec: { schedulerName: 'nobody', containers } };
}

function podsOf(name: string): Record<string, unknown> {
  return {
    replicas: 0,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'manager', image: 'example.invalid/manager:1' }] },
    },
  };
}

function workOf(place: string): Seeded[] {
  const metadata = (what: string): { name: string; namespace: string } => ({
    name: nameIn(place, what),
    namespace: place,
  });
  const data = { text: nameIn(place, 'config-value') };
  const stringData = { text: nameIn(place, 'secret-value') };
  return [
    {
      resource: resources.deployments,
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: metadata('manager'),
        spec: podsOf(nameIn(place, 'manager')),
      },
    },
    {
      resource: resources.configMaps,
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('config'), data },
    },
    {
      resource: resources.secrets,
      object: { apiVersion: 'v1', kind: 'Secret', metadata: metadata('password'), stringData },
    },
    {
      resource: resources.events,
      object: {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: metadata('event'),
        involvedObject: { kind: 'Deployment', name: nameIn(place, 'manager'), namespace: place },
        type: 'Normal',
        reason: 'Seeded',
        message: nameIn(place, 'message'),
        lastTimestamp: time,
      },
    },
  ];
}

/** An instance of a declarative operator whose first plan has ended. */
function vesselOf(place: string): Seeded[] {
  const name = nameIn(place, 'vessel');
  const of = (kind: keyof typeof kudoResources, content: Record<string, unknown>): Seeded => {
    const resource = kudoResources[kind];
    const metadata = { name, namespace: place, labels: { 'kudo.dev/operator': name } };
    return { resource, object: { apiVersion: KUDO_API_VERSION, kind: resource.kind, metadata, ...content } };
  };
  const step = { name: 'sail', status: 'COMPLETE' };
  const phase = { name: 'main', status: 'COMPLETE', steps: [step] };
  return [
    of('operatorVersions', {
      spec: {
        operator: { name },
        version: '1.0.0',
        templates: {},
        tasks: [{ name: 'sail', kind: 'Dummy', spec: { done: true } }],
        parameters: [{ name: 'SAILS', default: '1' }],
        plans: { deploy: { phases: [{ name: 'main', steps: [{ name: 'sail', tasks: ['sail'] }] }] } },
      },
    }),
    of('instances', {
      spec: { operatorVersion: { name } },
      status: {
        planStatus: {
          deploy: { name: 'deploy', status: 'COMPLETE', lastUpdatedTimestamp: time, phases: [phase] },
        },
      },
    }),
  ];
}
