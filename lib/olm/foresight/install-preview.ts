/** What an install will create, before anybody starts it: foretold by the controller's own deciders. */
import { optional } from '../../base/loose.ts';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { subscriptionSpec } from '../api/subscription.ts';
import type { InstallModeType } from '../api/catalog.ts';
import type { CatalogRef } from '../resolver/types.ts';
import type { OperatorGroup } from '../api/types.ts';
import { planKind } from '../plan/kinds.ts';
import type { GroupFit } from '../tenancy/fit.ts';
import type { ForetoldPlan } from './foretell.ts';
import type { WhatIf } from './what-if.ts';
import type { WhatIfQuestion } from './what-if-question.ts';

/** An object that the install brings, without its content. */
export interface PreviewObject {
  kind: string;
  name: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** It is there already: left as it is, or, for CRDs, brought up to date. Absent where that could not be found out. */
  exists?: boolean;
}

/** What would be created, or why not, before anything is. */
export interface InstallPreview {
  /** The namespace's OperatorGroup: fits, is created, or why it does not fit. */
  group: GroupFit;
  /** In the order of creation: the wishes of whoever installs, then what the controller makes of them. */
  creates: PreviewObject[];
  /** Why the controller would make nothing of them, or not all. */
  problem?: string;
  /** What the operator needs and would not find: it would wait for that. */
  lacks: { kind: string; name: string }[];
  /** Kinds that could not be read: what depends on them is not judged. */
  unjudged: string[];
}

/** A version, and where and for whom it is to run. */
export interface InstallWish {
  package: string;
  catalog: CatalogRef;
  /** Empty for the package's default one. */
  channel: string;
  /** Name of the CSV to install. */
  csv: string;
  namespace: string;
  mode: InstallModeType;
  targets: readonly string[];
}

/** The same as a question to the controller's deciders. @param group that comes along with the Subscription */
export function installQuestion(wish: InstallWish, group: OperatorGroup | undefined): WhatIfQuestion {
  const spec = subscriptionSpec({ ...wish, startingCSV: wish.csv, approval: 'Automatic' });
  return {
    namespace: wish.namespace,
    change: { kind: 'put', subscription: { name: wish.package, spec }, ...optional({ group }) },
  };
}

/** What was foretold, and what is there of it. */
export interface InstallPreviewFacts {
  group: GroupFit;
  whatIf: WhatIf;
  /** Absent where no plan would be made. */
  plan: ForetoldPlan | undefined;
  /** Whether an object is there; undefined where that could not be found out. */
  exists: (resource: Pick<Resource, 'group' | 'kind'>, name: string) => boolean | undefined;
  unread: ReadonlySet<string>;
}

/** Lists what an install creates, also where the controller would make nothing of it: then it says why. */
export function installPreview(wish: InstallWish, facts: InstallPreviewFacts): InstallPreview {
  const { group, plan, whatIf, unread } = facts;
  const { namespace } = wish;
  const own = new Set((whatIf.plan?.brings ?? []).flatMap((bundle) => (bundle.own ? [bundle.csv] : [])));
  const csvs = (plan?.csvs ?? []).filter(({ csv }) => own.has(csv.metadata.name));
  const steps = (plan?.plan.status?.plan ?? []).filter(({ resolving }) => own.has(resolving));
  const problem = problemOf(facts);
  return {
    group,
    creates: [
      known(
        { kind: 'Namespace', name: namespace },
        facts.exists({ group: '', kind: 'Namespace' }, namespace),
      ),
      ...(group.ok && group.creates !== undefined ? [described(group.creates)] : []),
      { kind: 'Subscription', name: wish.package, namespace },
      ...steps.map(({ resource }) => {
        const resolved = planKind(resource)?.resource;
        const { kind = resource.kind, namespaced = true } = resolved ?? {};
        const object = { kind, name: resource.name, ...(namespaced ? { namespace } : {}) };
        return known(object, facts.exists({ group: resource.group, kind }, resource.name));
      }),
      ...csvs.flatMap(({ csv }) =>
        (csv.spec.install.spec?.deployments ?? []).map(({ name }) => ({
          kind: 'Deployment',
          name,
          namespace,
        })),
      ),
    ],
    ...optional({ problem }),
    lacks: csvs.flatMap(({ lacks }) => lacks.map(({ kind, name }) => ({ kind, name }))),
    unjudged: [...unread, ...(whatIf.hidden ? ['CatalogSource'] : [])].sort(),
  };
}

/** That no group fits, the form says itself. */
function problemOf({ whatIf: { outcome }, plan }: InstallPreviewFacts): string | undefined {
  if (outcome?.kind === 'unresolvable' || outcome?.kind === 'undecided') return outcome.message;
  return plan?.problem;
}

function known(object: PreviewObject, exists: boolean | undefined): PreviewObject {
  return { ...object, ...optional({ exists }) };
}

function described({ kind, metadata }: KubeObject): PreviewObject {
  const { name, namespace } = metadata;
  return { kind, name, ...optional({ namespace }) };
}
