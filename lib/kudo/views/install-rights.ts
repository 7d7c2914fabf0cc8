/**
 * The rights that an installation takes: to create what is written, and, where the controller's webhook checks authors, all that
 * the plans of the instance write (docs/security.md).
 */
import { optional } from '../../base/loose.ts';
import type { ReachedLimit } from '../../base/reached-limit.ts';
import type { ObjectRef, Resource } from '../../k8s/object.ts';
import { foresee } from '../admission/foreseen.ts';
import { rightsFor, type WriteRight } from '../admission/rights.ts';
import { instanceLabels, defaultInstanceName } from '../api/names.ts';
import { CLEANUP_PLAN, DEPLOY_PLAN } from '../api/labels.ts';
import { KUDO_API_VERSION, type KudoInstance, type KudoOperatorVersion } from '../api/types.ts';
import type { PackageObjects } from '../package/objects.ts';
import { Allowance } from '../tasks/allowance.ts';
import { foreseenWorld } from '../tasks/foreseen-world.ts';
import type { InstanceWish } from './package-view.ts';

/** What a cluster serves under a kind; undefined where nothing is, or nobody knows yet. */
export type ServedType = (apiVersion: string, kind: string) => Resource | undefined;

/** Rights in the order in which they are needed, and the API versions that were asked about. */
export interface PlanRights {
  rights: readonly WriteRight[];
  apiVersions: readonly string[];
  /** Where templates go beyond a bound together: then these are not all rights. */
  limit?: ReachedLimit;
}

/**
 * For the first plan of such an instance and the one of its deletion, with those of the operators that they install.
 * @param members as `installFamily` gives them; the last is what is installed
 */
export function planRights(
  members: readonly PackageObjects[],
  wish: InstanceWish,
  servedType: ServedType,
): PlanRights {
  const asked = new Set<string>();
  const version = members.at(-1)?.version;
  if (version === undefined) return { rights: [], apiVersions: [] };
  const allowance = new Allowance();
  const world = foreseenWorld({
    allowance,
    resourceOf: (apiVersion, kind) => {
      asked.add(apiVersion);
      return servedType(apiVersion, kind);
    },
    versionOf: ({ name }: ObjectRef) =>
      members.find((member) => member.version.metadata.name === name)?.version,
  });
  const { writes } = foresee(world, { instance: wished(version, wish), version }, [
    DEPLOY_PLAN,
    CLEANUP_PLAN,
  ]);
  const { limit } = allowance;
  return { rights: rightsFor(writes), apiVersions: [...asked].sort(), ...optional({ limit }) };
}

function wished(version: KudoOperatorVersion, { namespace, name, values }: InstanceWish): KudoInstance {
  const operator = version.spec.operator.name ?? '';
  return {
    apiVersion: KUDO_API_VERSION,
    kind: 'Instance',
    metadata: {
      namespace,
      name: name === '' ? defaultInstanceName(operator) : name,
      labels: instanceLabels(operator),
    },
    spec: { operatorVersion: { name: version.metadata.name }, parameters: { ...values } },
  };
}
