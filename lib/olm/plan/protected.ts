/**
 * Definitions that no bundle may touch. Plans write definitions with the controller's own rights, whatever account the
 * OperatorGroup names (OLM 53): without this any catalog could loosen those by which operators are installed, or replace one
 * that an administrator put in for Kubernetes itself.
 */
import { at } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { PlanBundle } from './bundle.ts';
import { hasComponentLabel } from '../api/labels.ts';

/** Of OLM and of this controller; what others put below them (`binding.operators.coreos.com`) is theirs. */
const OWN_GROUPS: ReadonlySet<string> = new Set([
  'operators.coreos.com',
  'packages.operators.coreos.com',
  'capstan.dev',
]);

/** As the API server has them, which takes new definitions there only with annotation `api-approved.kubernetes.io`. */
const KUBERNETES_GROUP = /(^|\.)(k8s|kubernetes)\.io$/;

/**
 * Why the definition must not be written; undefined when it may. Groups of Kubernetes are open for what is not there yet,
 * and for what the package has brought itself: operators of the community keep their own kinds in them.
 */
export function protectedDefinition(
  crd: KubeObject,
  existing: KubeObject | undefined,
  bundle: Pick<PlanBundle, 'csv' | 'package'>,
): string | undefined {
  const { name } = crd.metadata;
  const groups = [name.slice(name.indexOf('.') + 1), at(crd, 'spec', 'group')].filter(
    (group) => typeof group === 'string',
  );
  const own = groups.find((group) => OWN_GROUPS.has(group) || group.endsWith('.capstan.dev'));
  if (own !== undefined) {
    return (
      `${bundle.csv} brings CustomResourceDefinition ${name}: definitions of ${own}, by which operators are installed, ` +
      'come with the controller and from no bundle; its author has to leave it out'
    );
  }
  const kubernetes = groups.find((group) => KUBERNETES_GROUP.test(group));
  if (kubernetes === undefined || existing === undefined) return undefined;
  if (hasComponentLabel(existing, bundle.package)) return undefined;
  return (
    `${bundle.csv} would change CustomResourceDefinition ${name}, which package ${bundle.package} has not brought: ` +
    `what is there of ${kubernetes}, a group of Kubernetes, is changed by an administrator of the cluster alone, ` +
    'who can delete it if nobody needs it'
  );
}
