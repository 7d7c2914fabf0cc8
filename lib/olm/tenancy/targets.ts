/**
 * Tenancy: which namespaces an OperatorGroup means, and whether an operator's install modes allow that.
 * Source: OLM `pkg/controller/operators/olm/operatorgroup.go` and api `v1alpha1/clusterserviceversion.go` (Supports).
 */
import { matchesSelector } from '../../k8s/label-selector.ts';
import type { InstallModeType } from '../api/catalog.ts';
import type { ClusterServiceVersion, OperatorGroup } from '../api/types.ts';

/** What a namespace selector looks at. */
export interface NamespaceFacts {
  name: string;
  labels: Readonly<Record<string, string>>;
  /** It is being deleted. */
  goes?: boolean;
}

/** Sorted target namespaces; `['']` means all of them. */
export function targetNamespaces(group: OperatorGroup, namespaces: readonly NamespaceFacts[]): string[] {
  const { targetNamespaces: named, selector } = group.spec ?? {};
  if (named !== undefined && named.length > 0) return [...new Set(named)].sort();
  const selects =
    selector !== undefined &&
    (Object.keys(selector.matchLabels ?? {}).length > 0 || (selector.matchExpressions ?? []).length > 0);
  if (!selects) return [''];
  return namespaces
    .filter((namespace) => matchesSelector(selector, namespace.labels))
    .map((namespace) => namespace.name)
    .sort();
}

/** True for `['']`, which means the whole cluster; an empty list means no namespace at all. */
export function isAllNamespaces(targets: readonly string[]): boolean {
  return targets.length === 1 && targets[0] === '';
}

/** As `targetNamespaces` has them. @param targets as views have them */
export function targetList(targets: 'all' | readonly string[]): readonly string[] {
  return targets === 'all' ? [''] : targets;
}

/** Whether there is a namespace that both mean; `['']` means all. */
export function meet(a: readonly string[], b: readonly string[]): boolean {
  return a.includes('') ? b.length > 0 : b.includes('') ? a.length > 0 : a.some((name) => b.includes(name));
}

/**
 * Why the install modes do not allow these targets, in upstream's words; undefined when they do.
 * A mode that the CSV does not list is not supported.
 */
export function unsupportedTargets(
  installModes: ClusterServiceVersion['spec']['installModes'],
  operatorNamespace: string,
  targets: readonly string[],
): string | undefined {
  const supported = new Set(installModes?.filter((mode) => mode.supported).map((mode) => mode.type));
  const refuse = (mode: InstallModeType, what: string): string | undefined =>
    supported.has(mode)
      ? undefined
      : `${mode} InstallModeType not supported, cannot configure to watch ${what}`;

  const [only] = targets;
  if (only === undefined)
    return 'operatorgroup has invalid selected namespaces, cannot configure to watch zero namespaces';
  if (targets.length === 1) {
    if (only === '') return refuse('AllNamespaces', 'all namespaces');
    return only === operatorNamespace
      ? refuse('OwnNamespace', 'own namespace')
      : refuse('SingleNamespace', 'one namespace');
  }
  const many = refuse('MultiNamespace', `${String(targets.length)} namespaces`);
  if (many !== undefined) return many;
  if (targets.includes(''))
    return 'operatorgroup has invalid selected namespaces, NamespaceAll found when |selected namespaces| > 1';
  return targets.includes(operatorNamespace) ? refuse('OwnNamespace', 'own namespace') : undefined;
}
