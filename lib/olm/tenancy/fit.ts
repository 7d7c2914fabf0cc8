/**
 * Before an install: which OperatorGroup the namespace needs, and whether the one that is there fits. The controller
 * decides the same from the same rules; here they are told before anything is created.
 */
import type { InstallModeType } from '../api/catalog.ts';
import { isAllNamespaces, targetNamespaces, unsupportedTargets } from './targets.ts';
import type { NamespaceFacts } from './targets.ts';
import type { OperatorGroup } from '../api/types.ts';

/** What somebody is about to install, into which namespace and for which targets, and the OperatorGroups that are there. */
export interface FitQuestion {
  installModes: readonly { type: InstallModeType; supported: boolean }[];
  /** Where the operator will run. */
  namespace: string;
  mode: InstallModeType;
  /** For SingleNamespace and MultiNamespace: the namespaces to watch. */
  targets?: readonly string[];
  /** The OperatorGroups of `namespace`. */
  groups: readonly OperatorGroup[];
  /** Needed for groups that select namespaces by label and have no status yet. */
  namespaces?: readonly NamespaceFacts[];
}

/** Whether the install can go ahead, and with which OperatorGroup; `reason` is a sentence for people either way. */
export type GroupFit =
  /** `creates`: the OperatorGroup to create first; absent when `uses` names the one there. */
  { ok: true; creates?: OperatorGroup; uses?: string; reason: string } | { ok: false; reason: string };

/** `reason` is a sentence for people in every case. */
export function operatorGroupFit(question: FitQuestion): GroupFit {
  const { namespace, mode, groups } = question;
  const wanted = wantedTargets(question);
  if (typeof wanted === 'string') return { ok: false, reason: wanted };
  const refused = refusalOf(question, wanted);
  if (refused !== undefined) return { ok: false, reason: refused };
  const [group, ...others] = groups;
  if (group === undefined) {
    return {
      ok: true,
      creates: newGroup(namespace, wanted),
      reason: `An OperatorGroup is created in ${namespace}, so that its operators watch ${inWords(wanted)}.`,
    };
  }
  if (others.length > 0) return { ok: false, reason: tooMany(namespace, groups) };
  return fitOf(group, question, { wanted, mode });
}

/** The install mode that an OperatorGroup with these targets means for an operator in `namespace`. */
export function modeOfTargets(namespace: string, targets: readonly string[]): InstallModeType {
  if (isAllNamespaces(targets)) return 'AllNamespaces';
  if (targets.length > 1) return 'MultiNamespace';
  return targets[0] === namespace ? 'OwnNamespace' : 'SingleNamespace';
}

/** What the OperatorGroup makes operators watch: as its status says, else as its spec means. */
export function targetsOfGroup(group: OperatorGroup, namespaces: readonly NamespaceFacts[] = []): string[] {
  const resolved = group.status?.namespaces;
  return resolved === undefined || resolved.length === 0
    ? targetNamespaces(group, namespaces)
    : [...resolved].sort();
}

function wantedTargets({ mode, namespace, targets = [] }: FitQuestion): string[] | string {
  if (mode === 'AllNamespaces') return [''];
  if (mode === 'OwnNamespace') return [namespace];
  const named = [...new Set(targets.filter((target) => target !== ''))].sort();
  if (mode === 'SingleNamespace' && named.length !== 1)
    return 'Select the namespace that the operator watches.';
  if (named.length === 0) return 'Select the namespaces that the operator watches.';
  return named;
}

function refusalOf(
  { installModes, namespace, mode }: FitQuestion,
  targets: readonly string[],
): string | undefined {
  if (unsupportedTargets([...installModes], namespace, targets) === undefined) return undefined;
  const supported = installModes.filter((entry) => entry.supported).map((entry) => entry.type);
  if (supported.length === 0) return 'This operator supports no install mode, so it can’t be installed.';
  return `This operator cannot watch ${inWords(targets)} (${mode}). It supports ${supported.join(', ')}.`;
}

function fitOf(
  group: OperatorGroup,
  question: FitQuestion,
  { wanted, mode }: { wanted: readonly string[]; mode: InstallModeType },
): GroupFit {
  const { namespace, installModes, namespaces } = question;
  const name = group.metadata.name ?? '';
  const targets = targetsOfGroup(group, namespaces);
  if (targets.join() === wanted.join()) {
    return { ok: true, uses: name, reason: `Uses OperatorGroup ${name} in ${namespace}.` };
  }
  const there = `The OperatorGroup ${name} in ${namespace} makes operators watch ${inWords(targets)}`;
  const wouldSupport = unsupportedTargets([...installModes], namespace, targets) === undefined;
  return wouldSupport
    ? {
        ok: false,
        reason: `${there}, not ${inWords(wanted)} (${mode}). Choose ${modeOfTargets(namespace, targets)}, or another namespace.`,
      }
    : { ok: false, reason: `${there}, which this operator does not support. Choose another namespace.` };
}

function tooMany(namespace: string, groups: readonly OperatorGroup[]): string {
  const names = groups.map(({ metadata }) => metadata.name ?? '').sort();
  return `The namespace ${namespace} has several OperatorGroups (${names.join(', ')}); with more than one nothing can be installed there. Delete all but one, or choose another namespace.`;
}

/** Named after the namespace, so that creating it twice is one object. */
function newGroup(namespace: string, targets: readonly string[]): OperatorGroup {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: namespace, namespace },
    spec: isAllNamespaces(targets) ? {} : { targetNamespaces: [...targets] },
  };
}

function inWords(targets: readonly string[]): string {
  if (isAllNamespaces(targets)) return 'all namespaces';
  if (targets.length === 0) return 'no namespace';
  return targets.length === 1 ? `the namespace ${targets[0] ?? ''}` : `the namespaces ${targets.join(', ')}`;
}
