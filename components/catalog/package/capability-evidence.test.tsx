import { expect, it } from 'vitest';
import type { Evidence, LevelFacts, NamedEvidence } from '#lib/olm/content/capability-facts.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { LevelEvidence } from './capability-evidence.tsx';

const names = ['lamp'];
const NAMED: Readonly<Record<NamedEvidence, string>> = {
  autoscalingRights: 'Can create or change autoscalers: lamp',
  backupRights: 'Can create or change backups and snapshots: lamp',
  conditions: 'Conditions in the status: lamp',
  configuration: 'Fields to configure: lamp',
  conversion: 'Conversion between API versions: lamp',
  deployments: 'Operator Deployment: lamp',
  disruptionBudgets: 'Pod disruption budgets: lamp',
  eventRights: 'Can create or change events: lamp',
  installModes: 'Install modes: All namespaces and Own namespace',
  lifecycleKinds: 'APIs named after backup, restore, or failover: lamp',
  loadRights: 'Can read load metrics: lamp',
  metricsPorts: 'Metrics endpoint of the operator: lamp',
  metricsServices: 'Services for metrics: lamp',
  monitoringObjects: 'Monitoring objects in the bundle: lamp',
  monitoringRights: 'Can create or change monitoring objects: lamp',
  probes: 'Liveness and readiness probes of the operator: lamp',
  scaleSubresource: 'Can be scaled (scale subresource): lamp',
  standby: 'More than one replica, with leader election: lamp',
  statusBlock: 'Status fields: lamp',
  statusDescriptors: 'Status fields described for consoles: lamp',
};

const namedRows = (Object.keys(NAMED) as NamedEvidence[]).map((code): [Evidence, string] => [
  { code, names: code === 'installModes' ? ['AllNamespaces', 'OwnNamespace'] : names },
  NAMED[code],
]);

it.each<[Evidence, string]>([
  ...namedRows,
  [{ code: 'examples', names, kinds: 3 }, 'Examples of 1 of 3 APIs: lamp'],
  [{ code: 'relatedImages', count: 1 }, '1 related image listed'],
  [{ code: 'replaces', name: 'lamp.v0.9.0' }, 'Upgrades from lamp.v0.9.0'],
  [{ code: 'skips', count: 2 }, 'Upgrades from 2 skipped versions'],
  [{ code: 'skipRange', range: '>=1.0.0' }, 'Upgrades from versions in &gt;=1.0.0'],
  [{ code: 'channelVersions', channel: 'stable', count: 7 }, '7 versions in channel stable'],
  [{ code: 'servedVersions', name: 'Lamp', versions: ['v1', 'v2'] }, 'API versions of Lamp: v1 and v2'],
  [{ code: 'conditions', names: ['A', 'B', 'C', 'D'] }, 'Conditions in the status: A, B, C, and D'],
  [{ code: 'conditions', names: ['A', 'B', 'C', 'D', 'E'] }, 'Conditions in the status: A, B, C, and 2 more'],
])('%j is told in words', (evidence, words) => {
  const facts: LevelFacts = { level: 'Basic Install', claimed: true, evidence: [evidence] };
  expect(rendered(<LevelEvidence facts={facts} isWhole />).html).toContain(`>${words}<`);
});

it.each([
  [true, true, 'Claimed; nothing of it can be seen in the bundle.'],
  [true, false, 'Claimed; nothing of it can be seen in the catalog.'],
  [false, true, 'Nothing of it can be seen in the bundle.'],
  [false, false, 'Nothing of it can be seen in the catalog.'],
])(
  'claimed: %s, with manifests: %s, and nothing seen: that is said, and no more',
  (claimed, isWhole, words) => {
    const facts: LevelFacts = { level: 'Auto Pilot', claimed, evidence: [] };
    const { html } = rendered(<LevelEvidence facts={facts} isWhole={isWhole} />);
    expect(html).toContain(words);
    expect(html).not.toMatch(/text-(bad|warn)/);
  },
);
