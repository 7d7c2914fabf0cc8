/** What an install would create, foretold with the rights of whoever asks. */
import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem } from '#lib/console-problem.ts';
import { refKey, type KubeObject, type ObjectRef, type Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { BundleDetail, BundleImageProgress } from '#lib/olm/api/catalog-answers.ts';
import type { ClusterServiceVersion, OperatorGroup } from '#lib/olm/api/types.ts';
import { requiredApis } from '#lib/olm/csv/requirements.ts';
import {
  foretellPlan,
  knownOfBundles,
  type ForetellFacts,
  type ForetoldPlan,
} from '#lib/olm/foresight/foretell.ts';
import { installPreview, installQuestion } from '#lib/olm/foresight/install-preview.ts';
import type { InstallPreview, InstallWish } from '#lib/olm/foresight/install-preview.ts';
import { accountsOf } from '#lib/olm/observed/namespace.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';
import type { NewPlan } from '#lib/olm/plan/decision.ts';
import { planKind } from '#lib/olm/plan/kinds.ts';
import { lonelyStep } from '#lib/olm/plan/steps.ts';
import { operatorGroupFit } from '#lib/olm/tenancy/fit.ts';
import type { Identity } from '#server/auth/identity.ts';
import { realClock } from '#server/kube/clock.ts';
import { KubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { CatalogQueries } from './catalog.ts';
import { inBatches, look } from './look.ts';
import { askWhatIf, holdingOf } from './what-if.ts';

/** @throws KubeError `notFound` when no catalog that the user may see has the bundle */
export async function queryInstallPreview(
  identity: Identity,
  catalog: CatalogQueries,
  wish: InstallWish,
): Promise<InstallPreview> {
  const { client } = identity;
  const [detail, groups] = await Promise.all([
    catalog.bundle(identity, wish, wish.csv),
    groupsOf(client, wish.namespace),
  ]);
  const { installModes = [] } = csvOf(detail).spec;
  const group = operatorGroupFit({ ...wish, installModes, groups });
  const comes = group.ok ? group.creates : undefined;
  const unread = new Set<string>();
  const holding = await holdingOf(identity, installQuestion(wish, comes), unread);
  const answer = await askWhatIf(identity, catalog, holding);
  if (!answer.known) throw absent;
  const seen = new Seen(client, unread);
  await seen.look(resources.namespaces, [{ name: wish.namespace }]);
  const held = [...holding.subscriptions, ...holding.csvs, ...holding.plans];
  const objects = [...held, ...groups, ...(comes === undefined ? [] : [comes])];
  const made = answer.plan?.made;
  const plan = made === undefined ? undefined : await planned({ identity, catalog, seen, objects }, made);
  return installPreview(wish, {
    ...{ group, whatIf: answer, plan, unread },
    exists: (resource, name) => seen.exists(resource, name),
  });
}

function csvOf(detail: BundleDetail | undefined): ClusterServiceVersion {
  if (detail?.image !== undefined && detail.csv === undefined) throw notThere(detail.image);
  if (detail?.csv === undefined || !isCsv(detail.csv)) throw absent;
  return detail.csv;
}

interface Place {
  identity: Identity;
  catalog: CatalogQueries;
  seen: Seen;
  objects: readonly KubeObject[];
}

/** Foretold once to learn what it brings, and again with what is there of it. */
async function planned({ identity, catalog, seen, objects }: Place, made: NewPlan): Promise<ForetoldPlan> {
  const { plan, bundles } = made;
  const { namespace = '' } = plan.metadata;
  const status = { phase: '' as const, catalogSources: [], plan: bundles.map(lonelyStep) };
  const contents = await catalog.planContents(identity, { ...plan, status });
  const csvs = [...contents.values()].flat().filter(isCsv);
  const server = await serverFacts(identity.client, csvs, seen.unread);
  const known = knownOfBundles(bundles, contents, namespace);
  const now = realClock.now();
  const first = foretellPlan({ objects, known, server }, plan, now);
  const steps = (first.plan.status?.plan ?? []).flatMap(({ resource: { name, ...gvk } }) => {
    const resource = planKind(gvk)?.resource;
    return resource === undefined ? [] : [{ resource, ref: placed(resource, name, namespace) }];
  });
  for (const { resource, ref } of needed(csvs)) steps.push({ resource, ref });
  const accounts = accountsOf(objects, namespace).map((name) => ({ namespace, name }));
  await seen.lookAll([...steps, ...accounts.map((ref) => ({ resource: resources.serviceAccounts, ref }))]);
  const all = [...objects, ...seen.present()];
  return foretellPlan({ objects: all, known, server, unread: seen.unread }, plan, now);
}

function placed({ namespaced }: Resource, name: string, namespace: string): ObjectRef {
  return namespaced ? { namespace, name } : { name };
}

/** Definitions that are to be there already. */
function needed(csvs: readonly ClusterServiceVersion[]): { resource: Resource; ref: ObjectRef }[] {
  const resource = resources.customResourceDefinitions;
  return csvs.flatMap(({ spec }) =>
    (spec.customresourcedefinitions?.required ?? []).map(({ name }) => ({ resource, ref: { name } })),
  );
}

/** What cannot be found out is noted by the kinds whose requirements hang on it. */
async function serverFacts(
  client: KubeClient,
  csvs: readonly ClusterServiceVersion[],
  unread: Set<string>,
): Promise<ForetellFacts['server']> {
  const apis = csvs.flatMap(requiredApis);
  const [version, found] = await Promise.all([
    client.version().catch(() => undefined),
    apis.length === 0 ? [] : client.discover().catch(() => undefined),
  ]);
  if (version === undefined) unread.add('ClusterServiceVersion');
  if (found === undefined) for (const { kind } of apis) unread.add(kind);
  return {
    serverVersion: version?.gitVersion.replace(/^v/, '') ?? '0.0.0',
    servedApis: new Set(
      (found ?? []).map(({ group, version: served, kind }) => `${group}/${served}/${kind}`),
    ),
  };
}

/** What was looked at, with the rights of whoever asks. */
class Seen {
  readonly unread: Set<string>;
  readonly #client: KubeClient;
  readonly #found = new Map<string, KubeObject | undefined>();

  constructor(client: KubeClient, unread: Set<string>) {
    this.#client = client;
    this.unread = unread;
  }

  look(resource: Resource, refs: readonly ObjectRef[]): Promise<void> {
    return this.lookAll(refs.map((ref) => ({ resource, ref })));
  }

  async lookAll(wanted: readonly { resource: Resource; ref: ObjectRef }[]): Promise<void> {
    await inBatches(wanted.slice(0, MOST_OBJECTS), async ({ resource, ref }) => {
      const found = await look(this.#client, resource, ref);
      if (found.kind === 'present') this.#found.set(keyIn(resource, ref.name), found.object);
      else if (found.kind === 'absent') this.#found.set(keyIn(resource, ref.name), undefined);
      else this.unread.add(resource.kind);
    });
  }

  exists(resource: Pick<Resource, 'group' | 'kind'>, name: string): boolean | undefined {
    const key = keyIn(resource, name);
    return this.#found.has(key) ? this.#found.get(key) !== undefined : undefined;
  }

  present(): KubeObject[] {
    return [...this.#found.values()].filter((object) => object !== undefined);
  }
}

/** Real installs have a few dozen. */
const MOST_OBJECTS = 1_000;

const keyIn = ({ group, kind }: Pick<Resource, 'group' | 'kind'>, name: string): string =>
  refKey({ namespace: `${group}/${kind}`, name });

const absent = new KubeError({
  kind: 'notFound',
  message: 'the bundle is in no visible catalog',
  problem: { code: 'versionNotInCatalogs' },
});

function notThere(image: BundleImageProgress): KubeError {
  const problem: ConsoleProblem =
    image.kind === 'failed'
      ? { code: 'bundleUnreadable', values: { why: image.message } }
      : { code: 'bundlePulling' };
  return new KubeError({ kind: 'unavailable', message: withMessage(problem).message, problem });
}

/** A cluster without OLM's kinds has no groups; who may not list them hears so from the fit. */
async function groupsOf(client: KubeClient, namespace: string): Promise<OperatorGroup[]> {
  const asked = client.list(resources.operatorGroups, { namespace });
  return (await undefinedIf(asked, 'notFound'))?.items ?? [];
}
