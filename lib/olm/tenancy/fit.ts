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

/** Whether the install can go ahead, and with which OperatorGroup. */
export type GroupFit =
  /** `creates`: the OperatorGroup to create first; absent when `uses` names the one there. */
  | { ok: true; creates?: OperatorGroup; uses?: string; reason: GroupChoice }
  | { ok: false; reason: GroupMisfit };

/** What becomes of the OperatorGroup. The texts are under `install.group`; `['']` stands for all namespaces. */
export type GroupChoice =
  | { code: 'created'; values: { namespace: string; watched: readonly string[] } }
  | { code: 'used'; values: { namespace: string; name: string } };

/** Why it does not fit, and what would. The texts are under `install.group`; `['']` stands for all namespaces. */
export type GroupMisfit =
  | { code: 'noMode' | 'selectOne' | 'selectSome' }
  | { code: 'several'; values: { namespace: string; names: readonly string[] } }
  | {
      code: 'unsupported';
      values: { watched: readonly string[]; mode: InstallModeType; supported: readonly InstallModeType[] };
    }
  | {
      /** `there` is what the group makes operators watch; with the mode `fitting` it would do. */
      code: 'otherMode';
      values: {
        namespace: string;
        name: string;
        there: readonly string[];
        wanted: readonly string[];
        mode: InstallModeType;
        fitting: InstallModeType;
      };
    }
  | { code: 'otherTargets'; values: { namespace: string; name: string; there: readonly string[] } };

/** The same rules by which the controller decides later. */
export function operatorGroupFit(question: FitQuestion): GroupFit {
  const { namespace, mode, groups } = question;
  const wanted = wantedTargets(question);
  if ('code' in wanted) return { ok: false, reason: wanted };
  const refused = refusalOf(question, wanted);
  if (refused !== undefined) return { ok: false, reason: refused };
  const [group, ...others] = groups;
  if (group === undefined) {
    return {
      ok: true,
      creates: newGroup(namespace, wanted),
      reason: { code: 'created', values: { namespace, watched: wanted } },
    };
  }
  if (others.length > 0) {
    const names = groups.map(({ metadata }) => metadata.name).sort();
    return { ok: false, reason: { code: 'several', values: { namespace, names } } };
  }
  return fitOf(group, question, { wanted, mode });
}

/** What the operator would watch; undefined while nothing fits. @param groups of its namespace */
export function watchedNamespaces(
  fit: GroupFit,
  groups: readonly OperatorGroup[],
): readonly string[] | undefined {
  if (!fit.ok) return undefined;
  if (fit.creates !== undefined) return targetsOfGroup(fit.creates);
  const group = groups.find(({ metadata }) => metadata.name === fit.uses);
  return group && targetsOfGroup(group);
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

function wantedTargets({ mode, namespace, targets = [] }: FitQuestion): string[] | GroupMisfit {
  if (mode === 'AllNamespaces') return [''];
  if (mode === 'OwnNamespace') return [namespace];
  const named = [...new Set(targets.filter((target) => target !== ''))].sort();
  if (mode === 'SingleNamespace' && named.length !== 1) return { code: 'selectOne' };
  return named.length === 0 ? { code: 'selectSome' } : named;
}

function refusalOf(
  { installModes, namespace, mode }: FitQuestion,
  targets: readonly string[],
): GroupMisfit | undefined {
  if (unsupportedTargets([...installModes], namespace, targets) === undefined) return undefined;
  const supported = installModes.filter((entry) => entry.supported).map((entry) => entry.type);
  if (supported.length === 0) return { code: 'noMode' };
  return { code: 'unsupported', values: { watched: targets, mode, supported } };
}

function fitOf(
  group: OperatorGroup,
  question: FitQuestion,
  { wanted, mode }: { wanted: readonly string[]; mode: InstallModeType },
): GroupFit {
  const { namespace, installModes, namespaces } = question;
  const name = group.metadata.name;
  const targets = targetsOfGroup(group, namespaces);
  if (targets.join() === wanted.join()) {
    return { ok: true, uses: name, reason: { code: 'used', values: { namespace, name } } };
  }
  const there = { namespace, name, there: targets };
  const wouldSupport = unsupportedTargets([...installModes], namespace, targets) === undefined;
  if (!wouldSupport) return { ok: false, reason: { code: 'otherTargets', values: there } };
  const fitting = modeOfTargets(namespace, targets);
  return { ok: false, reason: { code: 'otherMode', values: { ...there, wanted, mode, fitting } } };
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
