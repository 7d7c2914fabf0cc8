/** What a person chooses on the install page, and the objects that follow from it. */
import type { KubeObject } from '../../k8s/object.ts';
import { labelProblem } from '../../k8s/names.ts';
import type { NameProblem } from '../../k8s/names.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { CatalogBundle, InstallModeType } from '../api/catalog.ts';
import { bundleOf } from '../content/channels.ts';
import { modeOfTargets, operatorGroupFit, targetsOfGroup } from '../tenancy/fit.ts';
import type { GroupFit, GroupMisfit } from '../tenancy/fit.ts';
import type { PackageKey } from '../views/installed-state.ts';
import { subscriptionObject, subscriptionSpec } from '../api/subscription.ts';
import type { Approval, OperatorGroup, Subscription } from '../api/types.ts';
import { chosenChannel } from '../content/version-list.ts';

/** The install form as it is filled in. */
export interface InstallDraft {
  /** Where the operator will run. */
  namespace: string;
  channel: string;
  /** CSV name of a version chosen on purpose; empty for the latest of the channel. */
  csv: string;
  mode: InstallModeType;
  /** For SingleNamespace and MultiNamespace: as typed, separated by commas or white space. */
  targets: string;
  approval: Approval;
}

/** What the cluster holds in the chosen namespace. */
export interface InstallDraftFacts {
  /** Undefined while nobody knows, e.g. without the right to look. */
  namespaceExists: boolean | undefined;
  groups: readonly OperatorGroup[];
  subscriptions: readonly Subscription[];
}

/** Why it cannot be installed like this. The texts are under `install.problem` and `install.group`. */
export type InstallProblem =
  | { code: 'namespaceName'; values: { why: NameProblem } }
  | { code: 'targetName'; values: { name: string } }
  | { code: 'subscribed'; values: { namespace: string; name: string } }
  /** A Subscription of the name, to another package. */
  | { code: 'subscriptionName'; values: { namespace: string; name: string; package: string } }
  | GroupMisfit;

/** What installing would create. */
export interface DraftPreview {
  /** To create, in this order. */
  objects: KubeObject[];
  /** The one among them. */
  subscription: Subscription;
  fit: GroupFit;
  /** A Subscription in the way. */
  conflict?: Subscription;
  /** Why it cannot be installed like this; undefined when it can. */
  problem?: InstallProblem;
}

/** All install modes; the first one that an operator supports is its default. */
export const MODES: readonly InstallModeType[] = [
  'AllNamespaces',
  'OwnNamespace',
  'SingleNamespace',
  'MultiNamespace',
];

/** Whether the bundle supports the mode; one that its CSV does not name is not supported. */
export function isSupported(bundle: CatalogBundle, mode: InstallModeType): boolean {
  return bundle.csv.installModes.some(({ type, supported }) => type === mode && supported);
}

/** The bundle that the draft means. */
export function draftBundle(
  pkg: PackageDetail,
  draft: Pick<InstallDraft, 'channel' | 'csv'>,
): CatalogBundle | undefined {
  const channel = chosenChannel(pkg, draft.channel);
  return bundleOf(pkg, draft.csv === '' ? (channel?.head ?? '') : draft.csv);
}

/** Widest support first; a namespace that has its OperatorGroup already decides for itself where the operator can. */
export function defaultMode(
  bundle: CatalogBundle,
  namespace: string,
  groups: readonly OperatorGroup[],
): InstallModeType {
  const [group, ...others] = groups;
  if (group !== undefined && others.length === 0) {
    const mode = modeOfTargets(namespace, targetsOfGroup(group));
    if (isSupported(bundle, mode)) return mode;
  }
  return MODES.find((mode) => isSupported(bundle, mode)) ?? 'AllNamespaces';
}

/** The namespace to begin with: the picker's, else the one that the operator asks for, else one of its own. */
export function defaultNamespace(bundle: CatalogBundle, picked: string | undefined): string {
  return picked ?? bundle.csv.suggestedNamespace ?? bundle.package;
}

/** With Automatic, anything older than the head would be upgraded at once. */
export function isOlderThanHead(pkg: PackageDetail, draft: InstallDraft): boolean {
  return draft.csv !== '' && draft.csv !== chosenChannel(pkg, draft.channel)?.head;
}

/** The names in the text, each once and in order; whether they are valid is not checked. */
export function namespacesTyped(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** What the form as it is filled in would create, and what stands in the way; the manifests are not needed. */
export function draftPreview(
  at: PackageKey,
  bundle: CatalogBundle,
  draft: InstallDraft,
  facts: InstallDraftFacts,
): DraftPreview {
  const { namespace } = draft;
  const fit = operatorGroupFit({
    installModes: bundle.csv.installModes,
    namespace,
    mode: draft.mode,
    targets: namespacesTyped(draft.targets),
    groups: facts.groups,
  });
  const conflict = facts.subscriptions.find(
    ({ metadata, spec }) => spec.name === at.package || metadata.name === at.package,
  );
  const subscription = subscriptionOf(at, draft);
  const objects = [
    ...(facts.namespaceExists === false ? [namespaceObject(namespace)] : []),
    ...(fit.ok && fit.creates !== undefined ? [fit.creates] : []),
    subscription,
  ];
  const problem = problemOf(draft, fit, conflict);
  return {
    objects,
    subscription,
    fit,
    ...(conflict === undefined ? {} : { conflict }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function problemOf(
  draft: InstallDraft,
  fit: GroupFit,
  conflict: Subscription | undefined,
): InstallProblem | undefined {
  const why = labelProblem(draft.namespace);
  if (why !== undefined) return { code: 'namespaceName', values: { why } };
  const wrong = namespacesTyped(draft.targets).find((target) => labelProblem(target) !== undefined);
  const usesTargets = draft.mode === 'SingleNamespace' || draft.mode === 'MultiNamespace';
  if (usesTargets && wrong !== undefined) return { code: 'targetName', values: { name: wrong } };
  if (conflict !== undefined) {
    const { name } = conflict.metadata;
    const values = { namespace: draft.namespace, name };
    return conflict.spec.name === name
      ? { code: 'subscribed', values }
      : { code: 'subscriptionName', values: { ...values, package: conflict.spec.name } };
  }
  return fit.ok ? undefined : fit.reason;
}

function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function subscriptionOf(at: PackageKey, draft: InstallDraft): Subscription {
  return subscriptionObject(
    { name: at.package, namespace: draft.namespace },
    subscriptionSpec({
      package: at.package,
      catalog: { namespace: at.catalogNamespace, name: at.catalog },
      channel: draft.channel,
      startingCSV: draft.csv,
      approval: draft.approval,
    }),
  );
}
