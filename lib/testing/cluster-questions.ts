/** What Capstan asks about the objects of a cluster: the deciding functions and the views, over one scene. */
import type { KubeObject } from '../k8s/object.ts';
import type { ClusterServiceVersion } from '../olm/api/types.ts';
import { decideCsv } from '../olm/csv/decide.ts';
import { firstStatus } from '../olm/plan/begin.ts';
import { planBundles, planContradiction } from '../olm/plan/bundle.ts';
import { crdChange } from '../olm/plan/crd-change.ts';
import { crdCheckOf } from '../olm/plan/crd-check.ts';
import { compareCrds } from '../olm/plan/crd-compare.ts';
import { crdFacts } from '../olm/plan/crd.ts';
import { decidePlan } from '../olm/plan/run.ts';
import { protectedDefinition } from '../olm/plan/protected.ts';
import { planReview } from '../olm/plan/review.ts';
import { removalImpact, usersOf } from '../olm/sources/removal.ts';
import { catalogSourceStatus } from '../olm/sources/status.ts';
import { filterSources, intervalProblem, sourceRows } from '../olm/sources/view.ts';
import { decideSubscriptions } from '../olm/subscription/run.ts';
import { decideGroupRoles } from '../olm/tenancy/decide-roles.ts';
import { decideOperatorGroup } from '../olm/tenancy/decide.ts';
import { operatorGroupFit, targetsOfGroup } from '../olm/tenancy/fit.ts';
import { hasUpdate, installedPackages } from '../olm/views/installed-state.ts';
import { installedPackageVersions } from '../olm/views/met-needs.ts';
import { installedVersions } from '../olm/views/next-steps.ts';
import { filterOperators } from '../olm/views/operator-filter.ts';
import { operatorRows, subscriptionOf, unmetRequirements } from '../olm/views/operator-view.ts';
import { progressView } from '../olm/views/progress-view.ts';
import { refusedPods } from '../olm/views/refused-pods.ts';
import { dependenciesOf } from '../olm/removal/users.ts';
import { upgradesOf } from '../olm/views/upgrades.ts';
import { aBundle, aPackage } from './catalog.ts';
import { aCatalog, aCrd, csvFactsOf, NOW, planFactsOf, subscriptionFactsOf } from './install-facts.ts';
import { bundle, NAMESPACE, type Scene, SYSTEM } from './cluster-scene.ts';

const tickets = aPackage(
  'tickets',
  { stable: [{ name: 'tickets.v2.0.0', replaces: 'tickets.v1.0.0' }, { name: 'tickets.v1.0.0' }] },
  { bundleList: ['1.0.0', '2.0.0'].map((version) => aBundle('tickets', version, { digest: 'sha256:aa' })) },
);
const namespaces = [{ name: NAMESPACE, labels: { a: 'b' } }];
const crdMapOf = ({ crds }: Scene): Map<string, KubeObject> =>
  new Map(crds.map((crd) => [crd.metadata.name, crd]));
const groupsOf = ({ groups }: Scene): { name: string; targets: string[] }[] =>
  groups.map((group) => ({ name: group.metadata.name, targets: targetsOfGroup(group, namespaces) }));
const isCsvKind = (object: KubeObject): object is ClusterServiceVersion =>
  object.kind === 'ClusterServiceVersion';

interface Question {
  readonly name: string;
  /** The objects that the answer depends on. */
  readonly about: readonly (keyof Scene)[];
  ask(scene: Scene): unknown;
}

/** Everything that is decided about the objects of a cluster, and shown of them. */
export const questions: readonly Question[] = [
  {
    name: 'decideCsv',
    about: ['csvs', 'subscriptions', 'groups', 'crds'],
    ask: (scene) =>
      scene.csvs.map((one) => {
        const crds = scene.crds.flatMap((crd) => crdFacts(crd) ?? []);
        return decideCsv(
          csvFactsOf(one, {
            siblings: scene.csvs.filter((other) => other !== one),
            crds: new Map(crds.map((crd) => [crd.name, crd])),
            groups: groupsOf(scene),
            config: scene.subscriptions[0]?.spec.config,
          }),
          NOW,
        );
      }),
  },
  {
    name: 'decidePlan',
    about: ['plans', 'csvs', 'groups', 'crds'],
    ask: (scene) =>
      scene.plans.map((one) => {
        const objects = [...scene.csvs, ...scene.crds];
        const facts = planFactsOf(one, objects, {
          bundles: planBundles(one) ?? [],
          crds: crdMapOf(scene),
          csvs: new Map(scene.csvs.map((object) => [object.metadata.name, object])),
          groups: groupsOf(scene),
          isCsv: isCsvKind,
        });
        return [decidePlan(facts, NOW), firstStatus(facts, NOW), planContradiction(one), crdCheckOf(one)];
      }),
  },
  {
    name: 'planReview',
    about: ['plans', 'csvs', 'subscriptions', 'crds'],
    ask: (scene) =>
      scene.plans.map((one) =>
        planReview({
          plan: one,
          steps: (one.status?.plan ?? []).map((_, index) => ({
            content: { kind: 'missing' },
            existing: { kind: 'present', object: scene.crds[index % 2] ?? aCrd() },
          })),
          subscriptions: scene.subscriptions,
          csvs: scene.csvs,
          packages: new Map(),
          foretold: undefined,
          isCsv: isCsvKind,
          manager: 'capstan',
        }),
      ),
  },
  {
    name: 'definitions',
    about: ['crds'],
    ask: ({ crds }) =>
      crds.map((crd) => [
        compareCrds(crd, aCrd()),
        compareCrds(aCrd(), crd),
        crdChange(crd, aCrd()),
        crdChange(aCrd(), crd),
        protectedDefinition(crd, aCrd(), bundle),
        protectedDefinition(aCrd(), crd, bundle),
      ]),
  },
  {
    name: 'decideSubscriptions',
    about: ['subscriptions', 'csvs', 'plans', 'groups'],
    ask: ({ subscriptions, csvs, plans, groups }) =>
      decideSubscriptions(
        subscriptionFactsOf({
          operatorGroups: groups.length,
          failForward: groups[0]?.spec?.upgradeStrategy === 'TechPreviewUnsafeFailForward',
          subscriptions,
          csvs,
          plans: plans.map((one) => ({ plan: one, bundles: planBundles(one) ?? [] })),
          catalogs: [aCatalog([tickets])],
        }),
        NOW,
      ),
  },
  {
    name: 'decideOperatorGroup',
    about: ['groups', 'csvs'],
    ask: ({ groups, csvs }) =>
      groups.map((group) => [
        decideOperatorGroup({ group, inNamespace: groups.length, csvs, namespaces }, NOW),
        decideGroupRoles({ group, csvs, definitions: new Map(), roles: new Map() }),
        operatorGroupFit({
          installModes: csvs[0]?.spec.installModes ?? [],
          namespace: NAMESPACE,
          mode: 'OwnNamespace',
          groups,
          namespaces,
        }),
      ]),
  },
  {
    name: 'sources',
    about: ['sources', 'subscriptions'],
    ask({ sources, subscriptions }: Scene): unknown {
      const rows = sourceRows(sources, [], { ours: true, globalNamespaces: [SYSTEM] });
      const named = { namespace: SYSTEM, name: 'samples' };
      return [
        sources.map((source) => [catalogSourceStatus(source, {}, NOW), intervalProblem(source)]),
        filterSources(rows, 'sam ple'),
        usersOf(named, subscriptions),
        removalImpact(named, { tiles: [], sources, subscriptions, globalNamespaces: [SYSTEM] }),
      ];
    },
  },
  {
    name: 'operators',
    about: ['csvs', 'subscriptions', 'plans', 'groups'],
    ask(scene: Scene): unknown {
      const rows = operatorRows(scene);
      return [
        filterOperators(rows, { text: 'tick', state: 'all' }),
        scene.csvs.map((one) => [
          unmetRequirements(one),
          refusedPods(one, []),
          subscriptionOf(one, scene.subscriptions),
          dependenciesOf(one, scene.csvs, scene.subscriptions),
        ]),
        scene.subscriptions.map((one) => progressView({ ...scene, subscription: one })),
      ];
    },
  },
  {
    name: 'installed',
    about: ['subscriptions', 'csvs'],
    ask({ subscriptions, csvs }: Scene): unknown {
      const installed = installedPackages(subscriptions, csvs);
      const detail = { ...tickets, catalog: 'samples', catalogNamespace: SYSTEM };
      return [
        installedPackageVersions(subscriptions, csvs),
        hasUpdate(installed, { ...detail, package: 'tickets', channels: [] } as never),
        [...installed.values()].map((found) => installedVersions(detail as never, found)),
      ];
    },
  },
  {
    name: 'upgrades',
    about: ['subscriptions', 'csvs', 'plans'],
    ask: ({ subscriptions, csvs, plans }) =>
      upgradesOf({
        subscriptions,
        csvs,
        plans,
        packages: new Map(),
        operatorConditions: [],
        catalogProblems: new Map(),
      }),
  },
];
