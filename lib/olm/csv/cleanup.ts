/** How a CSV goes: what it takes along, and when (OLM 72, 74). */
import { refTo } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { CSV_CLEANUP_FINALIZER, installedAlongside } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import type { MetadataPatch, ObjectWrite } from '../plan/decision.ts';
import { predecessorOf } from './chain.ts';
import { go, to, type CsvFacts, type CsvStep } from './facts.ts';
import { deletedApiServices, labelledApiServices } from './api-services.ts';
import { deletionsOf } from './webhooks/configuration.ts';
import { withdrawnConversions } from './webhooks/conversion.ts';

/** How often to look whether they are gone, where no event tells. */
const GONE_PAUSE_MS = 1_000;

/**
 * OLM 74: what the CSV brought, then the finalizer. Garbage collection would find most of it too, but that of a young cluster
 * may take half a minute to learn of a new kind, and a removed operator must not run on.
 */
export function cleanUp(facts: CsvFacts): CsvStep {
  const finalizers = facts.csv.metadata.finalizers ?? [];
  if (!finalizers.includes(CSV_CLEANUP_FINALIZER)) return { actions: [] };
  const held = heldByInstances(facts);
  if (held !== undefined) return held;
  const webhooks = withdrawnWebhooks(facts);
  if (webhooks !== undefined) return webhooks;
  const deletions = facts.ownedObjects.map(({ resource, object }): ObjectWrite => ({
    kind: 'delete',
    resource,
    ref: refTo(object),
    uid: object.metadata.uid ?? '',
  }));
  const rest = finalizers.filter((finalizer) => finalizer !== CSV_CLEANUP_FINALIZER);
  return { actions: [...deletions, ...withdrawn(facts), csvPatch(facts.csv, { finalizers: rest })] };
}

/** It runs on until what was agreed to delete with it is gone, and says so. */
function heldByInstances({ csv: { status }, goingInstances = new Map() }: CsvFacts): CsvStep | undefined {
  const going = [...goingInstances].filter(([, count]) => count > 0);
  if (going.length === 0) return undefined;
  // What else it is about it says itself.
  if (status?.phase !== 'Succeeded') return { actions: [], requeueAfterMs: GONE_PAUSE_MS };
  const what = going.map(([crd, count]) => `${String(count)} of ${crd}`).join(', ');
  return go(to('Succeeded', 'InstallSucceeded', `being deleted, runs until instances are gone: ${what}`), {
    requeueAfterMs: GONE_PAUSE_MS,
  });
}

/**
 * Before what serves them: nobody could write what a webhook is about that nobody answers, and no namespace goes while an
 * aggregated API does not answer. Until they are gone.
 */
function withdrawnWebhooks(facts: CsvFacts): CsvStep | undefined {
  const conversions = withdrawnConversions(facts);
  const apis = labelledApiServices(facts);
  if (facts.webhooks.length + apis.length + conversions.length === 0) return undefined;
  return {
    actions: [...deletionsOf(facts.webhooks), ...deletedApiServices(facts), ...conversions],
    requeueAfterMs: GONE_PAUSE_MS,
  };
}

/** OLM 56: its definitions stay, and are not brought by it any more. */
function withdrawn({ csv, crds }: CsvFacts): ObjectWrite[] {
  const { name, namespace = '' } = csv.metadata;
  const annotations = Object.fromEntries(
    Object.keys(installedAlongside({ name, namespace })).map((key) => [key, null]),
  );
  return [...crds.values()]
    .filter(({ alongside }) => alongside.includes(`${namespace}/${name}`))
    .map((crd): ObjectWrite => ({
      kind: 'patch',
      resource: resources.customResourceDefinitions,
      object: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: crd.name },
      },
      metadata: { annotations },
    }));
}

/** A write to the metadata of the CSV itself. */
export function csvPatch(object: ClusterServiceVersion, metadata: MetadataPatch): ObjectWrite {
  return { kind: 'patch', resource: resources.clusterServiceVersions, object, metadata };
}

/** OLM 72: oldest first, or those before it would take themselves for abandoned and come up again. */
export function removeReplaced(facts: CsvFacts): CsvStep {
  if (predecessorOf(facts) !== undefined) return { actions: [] };
  const { csv } = facts;
  const resource = resources.clusterServiceVersions;
  return { actions: [{ kind: 'delete', resource, ref: refTo(csv), uid: csv.metadata.uid ?? '' }] };
}
