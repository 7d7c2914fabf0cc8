/** The kinds that a bundle provides, as far as their definitions say something of its capabilities. */
import { isJsonObject } from '../../base/json.ts';
import { at, cutText, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { ProvidedApi } from '../api/catalog.ts';
import { kindsOf } from '../api/provided-kinds.ts';

/** A provided kind; everything is false and empty while its definition is not here. */
export interface OwnedCrd {
  kind: string;
  /** Which parts its schema describes, in any served version. */
  fields: { spec: boolean; status: boolean; conditions: boolean };
  /** Names of served versions. */
  served: readonly string[];
  /** The definition itself names a webhook that converts. */
  converts: boolean;
  /** Has a scale subresource in a served version. */
  scales: boolean;
}

/** Each kind once, in the order of the bundle. */
export function ownedCrds(apis: readonly ProvidedApi[], crds: readonly KubeObject[]): OwnedCrd[] {
  const byName = new Map(crds.map((crd) => [crd.metadata.name, crd]));
  return kindsOf(apis).map(({ name, kind }) => ownedCrd(kind, byName.get(name)));
}

function ownedCrd(kind: string, crd: KubeObject | undefined): OwnedCrd {
  const served = items(at(crd, 'spec', 'versions')).filter((version) => at(version, 'served') === true);
  const described = (...path: readonly string[]): boolean =>
    served.some((version) => isDescribed(partOf(at(version, 'schema', 'openAPIV3Schema'), path)));
  return {
    kind,
    fields: {
      spec: described('spec'),
      status: described('status'),
      conditions: described('status', 'conditions'),
    },
    served: served.map((version) => cutText(at(version, 'name'), 63)).filter((name) => name !== undefined),
    converts: at(crd, 'spec', 'conversion', 'strategy') === 'Webhook',
    scales: served.some((version) => isJsonObject(at(version, 'subresources', 'scale'))),
  };
}

function partOf(schema: unknown, path: readonly string[]): unknown {
  return path.reduce((part, name) => at(part, 'properties', name), schema);
}

/** Says what may stand there: fields of an object, or entries of a list. */
function isDescribed(schema: unknown): boolean {
  const properties = at(schema, 'properties');
  return (
    (isJsonObject(properties) && Object.keys(properties).length > 0) || isJsonObject(at(schema, 'items'))
  );
}

/** Words of a kind's name that stand for keeping data, or having it back. */
const LIFECYCLE = /backup|restore|snapshot|recovery|failover|migration/i;

/** By its name alone: `EtcdBackup`, `SnapshotSchedule`. */
export function lifecycleKind(kind: string): boolean {
  return LIFECYCLE.test(kind);
}

/** `name` of each entry that has one. */
export function namesOf(entries: readonly unknown[]): string[] {
  return entries.map((entry) => cutText(at(entry, 'name'))).filter((name) => name !== undefined);
}
