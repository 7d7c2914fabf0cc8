/**
 * What a bundle itself shows of each capability level, beside the level that its provider claims.
 * Source: Operator SDK, "Operator Capability Levels" (sdk.operatorframework.io/docs/overview/operator-capabilities): the guiding
 * questions of each level, as far as manifests answer them. What an operator does at run time no bundle shows, so
 * that a level without evidence is no verdict, and one with evidence no proof.
 */
import type { BundleDetail, BundleObject } from '../api/catalog-answers.ts';
import type { CatalogBundle, CatalogChannel, CsvSummary, PolicyRule } from '../api/catalog.ts';
import { at, cutText, items } from '../../base/loose.ts';
import { CAPABILITY_LEVELS } from './csv-annotations.ts';
import { readCsv } from './csv-summary.ts';
import { lifecycleKind, namesOf, ownedCrds, type OwnedCrd } from './capability-crds.ts';
import { resourcesGranted } from './capability-rights.ts';

/** What says something by the names of what there is. The texts are under `capability.evidence`. */
export type NamedEvidence =
  // Basic Install
  | 'configuration'
  | 'deployments'
  | 'installModes'
  | 'statusBlock'
  // Seamless Upgrades
  | 'conversion'
  // Full Lifecycle
  | 'backupRights'
  | 'disruptionBudgets'
  | 'lifecycleKinds'
  | 'probes'
  | 'standby'
  // Deep Insights
  | 'conditions'
  | 'eventRights'
  | 'metricsPorts'
  | 'metricsServices'
  | 'monitoringObjects'
  | 'monitoringRights'
  | 'statusDescriptors'
  // Auto Pilot
  | 'autoscalingRights'
  | 'loadRights'
  | 'scaleSubresource';

/** One thing that is in the bundle, or in the channel that offers it. Names are hostile text. */
export type Evidence =
  | { code: NamedEvidence; names: readonly string[] }
  /** Of how many kinds. */
  | { code: 'examples'; names: readonly string[]; kinds: number }
  | { code: 'relatedImages'; count: number }
  /** The CSV that it replaces. */
  | { code: 'replaces'; name: string }
  | { code: 'skips'; count: number }
  /** As the channel writes it, such as `<1.2.0`. */
  | { code: 'skipRange'; range: string }
  /** More than one version. */
  | { code: 'channelVersions'; channel: string; count: number }
  /** More than one version of the API of that kind. */
  | { code: 'servedVersions'; name: string; versions: readonly string[] };

/** The levels by their proper names. */
export type CapabilityLevel = (typeof CAPABILITY_LEVELS)[number];

/** One level: whether the provider claims it, or one above it, and what can be seen of it; empty: nothing. */
export interface LevelFacts {
  level: CapabilityLevel;
  claimed: boolean;
  evidence: readonly Evidence[];
}

/** What is known of one version. */
export interface CapabilitySource {
  bundle: CatalogBundle;
  /** The one that it is looked at in. Without a graph (a real OLM tells none) its entries lead nowhere. */
  channel: CatalogChannel;
  /** Its manifests, as far as they are here. */
  detail?: BundleDetail | undefined;
}

/** All five, lowest first. What is of the wrong type is not there. */
export function capabilityFacts(source: CapabilitySource): LevelFacts[] {
  const seen = look(source);
  const claimed = CAPABILITY_LEVELS.findIndex((level) => level === seen.csv.capabilityLevel);
  return CAPABILITY_LEVELS.map((level, index) => ({
    level,
    claimed: index <= claimed,
    evidence: OF_LEVEL[level](seen),
  }));
}

/** What the levels are judged from. */
interface Seen extends CapabilitySource {
  /** Of the manifests where they are here: a catalog may leave out rights, examples, all of it. */
  csv: CsvSummary;
  rules: readonly PolicyRule[];
  crds: readonly OwnedCrd[];
  /** `spec` of the CSV; undefined while it is not here. */
  spec: unknown;
  deployments: readonly unknown[];
  others: readonly BundleObject[];
  /** Names of the definitions of its own kinds, such as `etcdclusters.etcd.database.coreos.com`. */
  own: ReadonlySet<string>;
}

function look(source: CapabilitySource): Seen {
  const { bundle, detail } = source;
  const spec = detail?.csv?.['spec'];
  const csv = detail?.csv === undefined ? (detail?.bundle ?? bundle).csv : readCsv(detail.csv).summary;
  return {
    ...source,
    csv,
    spec,
    rules: csv.permissions.flatMap(({ rules }) => rules),
    crds: ownedCrds(bundle.providedApis, detail?.crds ?? []),
    deployments: items(at(spec, 'install', 'spec', 'deployments')),
    others: detail?.others ?? [],
    own: new Set(bundle.providedApis.map(({ name }) => name)),
  };
}

const OF_LEVEL: Readonly<Record<CapabilityLevel, (seen: Seen) => Evidence[]>> = {
  'Basic Install': basicInstall,
  'Seamless Upgrades': seamlessUpgrades,
  'Full Lifecycle': fullLifecycle,
  'Deep Insights': deepInsights,
  'Auto Pilot': autoPilot,
};

/** More are not told: a bundle may name anything. */
const MOST_NAMES = 30;

function named(code: NamedEvidence, names: readonly string[]): Evidence[] {
  const once = [...new Set(names)].slice(0, MOST_NAMES);
  return once.length === 0 ? [] : [{ code, names: once }];
}

function basicInstall({ csv, crds, deployments, spec }: Seen): Evidence[] {
  const kinds = crds.map(({ kind }) => kind);
  const shown = new Set(csv.examples.map((example) => at(example, 'kind')));
  const names = kinds.filter((kind) => shown.has(kind));
  const modes = csv.installModes.filter(({ supported }) => supported).map(({ type }) => type);
  const images = items(at(spec, 'relatedImages')).length;
  return [
    ...named('deployments', namesOf(deployments)),
    ...named(
      'configuration',
      kindsWith(crds, ({ fields }) => fields.spec),
    ),
    ...(names.length === 0 ? [] : [{ code: 'examples' as const, names, kinds: kinds.length }]),
    ...named(
      'statusBlock',
      kindsWith(crds, ({ fields }) => fields.status),
    ),
    ...named('installModes', modes),
    ...(images === 0 ? [] : [{ code: 'relatedImages' as const, count: images }]),
  ];
}

function seamlessUpgrades({ bundle, channel, crds, detail }: Seen): Evidence[] {
  const { replaces, skips = [], skipRange } = channel.entries.find(({ name }) => name === bundle.name) ?? {};
  const count = channel.entries.length;
  return [
    ...(replaces === undefined ? [] : [{ code: 'replaces' as const, name: replaces }]),
    ...(skips.length === 0 ? [] : [{ code: 'skips' as const, count: skips.length }]),
    ...(skipRange === undefined ? [] : [{ code: 'skipRange' as const, range: skipRange }]),
    ...(count < 2 ? [] : [{ code: 'channelVersions' as const, channel: channel.name, count }]),
    ...crds
      .filter(({ served }) => served.length > 1)
      .slice(0, MOST_NAMES)
      .map(({ kind, served }) => ({ code: 'servedVersions' as const, name: kind, versions: served })),
    ...named('conversion', [...convertedKinds(detail), ...kindsWith(crds, ({ converts }) => converts)]),
  ];
}

/** By the webhooks of its CSV, which name CRDs. */
function convertedKinds(detail: BundleDetail | undefined): string[] {
  const webhooks = items(at(detail?.csv, 'spec', 'webhookdefinitions'));
  const crds = webhooks
    .filter((webhook) => at(webhook, 'type') === 'ConversionWebhook')
    .flatMap((webhook) => items(at(webhook, 'conversionCRDs')));
  return (detail?.crds ?? [])
    .filter(({ metadata }) => crds.includes(metadata.name))
    .map((crd) => cutText(at(crd, 'spec', 'names', 'kind')) ?? '')
    .filter((kind) => kind !== '');
}

function fullLifecycle({ crds, rules, deployments, others }: Seen): Evidence[] {
  const leads = resourcesGranted(rules, { 'coordination.k8s.io': ['leases'] }).length > 0;
  const several = deployments.filter((entry) => Number(at(entry, 'spec', 'replicas')) > 1);
  const budgets = others.filter(({ group, kind }) => group === 'policy' && kind === 'PodDisruptionBudget');
  return [
    ...named('lifecycleKinds', crds.map(({ kind }) => kind).filter(lifecycleKind)),
    ...named(
      'backupRights',
      resourcesGranted(rules, {
        'snapshot.storage.k8s.io': ['volumesnapshots'],
        'velero.io': ['backups', 'restores', 'schedules'],
      }),
    ),
    ...named('standby', leads ? namesOf(several) : []),
    ...named('probes', namesOf(deployments.filter(hasProbes))),
    ...named('disruptionBudgets', [
      ...budgets.map(({ name }) => name),
      ...resourcesGranted(rules, { policy: ['poddisruptionbudgets'] }),
    ]),
  ];
}

const containersOf = (entry: unknown): readonly unknown[] =>
  items(at(entry, 'spec', 'template', 'spec', 'containers'));

/** In one of its containers: sidecars need none. */
function hasProbes(entry: unknown): boolean {
  return containersOf(entry).some(
    (container) =>
      at(container, 'livenessProbe') !== undefined && at(container, 'readinessProbe') !== undefined,
  );
}

const MONITORING = ['servicemonitors', 'podmonitors', 'prometheusrules', 'probes'];
const MONITORING_KINDS = new Set([
  ...['ServiceMonitor', 'PodMonitor', 'PrometheusRule', 'Probe'].map(
    (kind) => `monitoring.coreos.com/${kind}`,
  ),
  'grafana.integreatly.org/GrafanaDashboard',
  'integreatly.org/GrafanaDashboard',
]);

function deepInsights({ own, crds, rules, deployments, others, spec }: Seen): Evidence[] {
  const monitoring = others.filter(({ group, kind }) => MONITORING_KINDS.has(`${group}/${kind}`));
  const services = others.filter(
    ({ name, ports }) => ports !== undefined && [name, ...ports].some((text) => text.includes('metrics')),
  );
  const owned = items(at(spec, 'customresourcedefinitions', 'owned'));
  const described = owned.filter((crd) => items(at(crd, 'statusDescriptors')).length > 0);
  return [
    ...named(
      'monitoringObjects',
      monitoring.map(({ kind, name }) => `${kind} ${name}`),
    ),
    // Of the operator that provides these kinds they say only that it serves them.
    ...named(
      'monitoringRights',
      resourcesGranted(rules, { 'monitoring.coreos.com': MONITORING }).filter((name) => !own.has(name)),
    ),
    ...named(
      'metricsServices',
      services.map(({ name }) => name),
    ),
    ...named('metricsPorts', namesOf(deployments.filter(hasMetricsPort))),
    ...named('eventRights', resourcesGranted(rules, { '': ['events'], 'events.k8s.io': ['events'] })),
    ...named(
      'conditions',
      kindsWith(crds, ({ fields }) => fields.conditions),
    ),
    ...named(
      'statusDescriptors',
      described.map((crd) => cutText(at(crd, 'kind'), 63) ?? '').filter((kind) => kind !== ''),
    ),
  ];
}

/** `:0` and `0` are how controller-runtime is told to serve none. */
const SERVES_METRICS = /^--?metrics-(bind-)?addr(ess)?=(?!:?0$)/;

function hasMetricsPort(entry: unknown): boolean {
  return containersOf(entry).some((container) => {
    const ports = items(at(container, 'ports')).map((port) => at(port, 'name'));
    const words = [...items(at(container, 'args')), ...items(at(container, 'command'))];
    return (
      ports.some((name) => typeof name === 'string' && name.includes('metrics')) ||
      words.some((word) => typeof word === 'string' && SERVES_METRICS.test(word))
    );
  });
}

function autoPilot({ own, crds, rules }: Seen): Evidence[] {
  const scalers = resourcesGranted(rules, {
    autoscaling: ['horizontalpodautoscalers'],
    'autoscaling.k8s.io': ['verticalpodautoscalers'],
    'keda.sh': ['scaledobjects', 'scaledjobs'],
  });
  const load = resourcesGranted(
    rules,
    {
      'metrics.k8s.io': ['pods', 'nodes'],
      'custom.metrics.k8s.io': ['*'],
      'external.metrics.k8s.io': ['*'],
    },
    ['get', 'list', 'watch'],
  );
  return [
    ...named(
      'autoscalingRights',
      scalers.filter((name) => !own.has(name)),
    ),
    ...named('loadRights', load),
    ...named(
      'scaleSubresource',
      kindsWith(crds, ({ scales }) => scales),
    ),
  ];
}

function kindsWith(crds: readonly OwnedCrd[], test: (crd: OwnedCrd) => boolean): string[] {
  return crds.filter(test).map(({ kind }) => kind);
}
