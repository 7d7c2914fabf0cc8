/** `olm-csv-machine.md` is the list that rows are numbered by: section and row. */
import { describe, expect, it } from 'vitest';
import {
  aCertificate,
  aCrd,
  anInstallableCsv,
  crdMap,
  csvFactsOf,
  EARLIER,
  healthyStatus,
  NOW,
  withStatus,
} from '../../testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { ClusterServiceVersion, CsvPhase } from '../api/types.ts';
import { looksElsewhere, stepOfCsv } from './decide.ts';
import { refusedCsv } from './refused.ts';
import { wantedDeployments } from './deployment.ts';
import type { CsvFacts } from './facts.ts';
import { CSV_INSTALL_TIMEOUT_MS } from './installing.ts';
import { toldOfCsv, withTransition } from './status.ts';
import { checkWebhooks } from './webhooks/check.ts';

type Spec = Partial<ClusterServiceVersion['spec']>;

const csv = (phase: CsvPhase, reason = '', spec: Spec = {}): ClusterServiceVersion =>
  anInstallableCsv('tickets.v1.0.0', { spec, status: { phase, reason, lastTransitionTime: EARLIER } });
const facts = (phase: CsvPhase, more: Partial<CsvFacts> = {}, reason = ''): CsvFacts =>
  csvFactsOf(csv(phase, reason), more);
const withSpec = (phase: CsvPhase, spec: Spec): CsvFacts => csvFactsOf(csv(phase, '', spec));
const groupFor = (targets: string[], more: object = {}): Partial<CsvFacts> => ({
  groups: [{ name: 'group', targets, ...more }],
});

/** With the Deployment changed in some way. */
function drifted(given: CsvFacts, change: (object: KubeObject) => KubeObject): CsvFacts {
  const deployments = wantedDeployments(given).map((object) => change(withStatus(object, healthyStatus)));
  return {
    ...given,
    deployments: new Map(deployments.map((object) => [object.metadata.name, object])),
  };
}
const unready = (object: KubeObject): KubeObject =>
  withStatus(object, { observedGeneration: 1, conditions: [] });
const late = (object: KubeObject): KubeObject =>
  withStatus(object, {
    observedGeneration: 1,
    conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'x' }],
  });
const labelled = (labels: Record<string, string>) => (object: KubeObject) => ({
  ...object,
  metadata: { ...object.metadata, labels },
});
const annotated = (annotations: Record<string, string> | undefined) => (object: KubeObject) => ({
  ...object,
  spec: { template: { metadata: annotations === undefined ? {} : { annotations } } },
});
const told = (object: KubeObject): Record<string, string> =>
  (object['spec'] as { template: { metadata: { annotations: Record<string, string> } } }).template.metadata
    .annotations;

const UNREADY =
  'installing: waiting for deployment tickets to become ready: deployment "tickets" not available: missing condition "Available"';
const EXCEEDED =
  'install failed: deployment tickets not ready before timeout: deployment "tickets" exceeded its progress deadline';
const MISSING = 'installing: missing deployment with name=tickets';
const hashOf = (given: CsvFacts): string =>
  wantedDeployments(given)[0]?.metadata.labels?.['olm.deployment-spec-hash'] ?? '';
const RIVAL = { targets: ['team-a', 'team-z'], apis: ['Ticket.v1.example.com'], isOlder: true };
const SAID = { providedApis: ['Ticket.v1.example.com'] };
const NO_STRATEGY: Spec = { install: { strategy: 'magic' } };
const ruled = (rule: object): Spec => ({
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [],
      permissions: [{ serviceAccountName: 'tickets', rules: [{ verbs: [], ...rule }] }],
    },
  },
});

/** Webhooks that the CSV describes. */
const hooked = (...webhooks: object[]): Spec => ({
  webhookdefinitions: webhooks.map((webhook) => ({
    type: 'ValidatingAdmissionWebhook',
    generateName: 'v.example.com',
    deploymentName: 'tickets',
    ...webhook,
  })),
});

const converting = hooked({
  type: 'ConversionWebhook',
  conversionCRDs: ['tickets.example.com'],
  admissionReviewVersions: ['v1'],
});
const ALL_MODES: Spec['installModes'] = [
  { type: 'OwnNamespace', supported: true },
  { type: 'AllNamespaces', supported: true },
];
const withCrdSpec = (more: object): KubeObject => {
  const crd = aCrd();
  return { ...crd, spec: { ...(crd['spec'] as object), ...more } };
};
/** Of an operator for all namespaces alone, which has no rights of its own. */
const ofAll = (phase: CsvPhase, spec: Spec): CsvFacts => {
  const installModes: Spec['installModes'] = [{ type: 'AllNamespaces', supported: true }];
  const { deployments = [] } = csv('').spec.install.spec ?? {};
  const install = { strategy: 'deployment', spec: { deployments } };
  const given = csv(phase, '', { ...spec, installModes, install });
  const annotations = { ...given.metadata.annotations, 'olm.targetNamespaces': '' };
  return csvFactsOf({ ...given, metadata: { ...given.metadata, annotations } }, groupFor(['']));
};
const CERTIFIED = { certificates: new Map([['tickets', aCertificate()]]) };
/** With Deployments that have the certificate. */
const certified = (given: CsvFacts): CsvFacts => drifted({ ...given, ...CERTIFIED }, (object) => object);
const CONVERTED = withCrdSpec({
  conversion: {
    strategy: 'Webhook',
    webhook: {
      clientConfig: {
        service: { namespace: 'team-a', name: 'tickets-service', path: '/', port: 443 },
        caBundle: 'Q0E=',
      },
      conversionReviewVersions: ['v1'],
    },
  },
});
/** With the webhooks that the next step would write. */
function installedHooks(given: CsvFacts): CsvFacts {
  const webhooks = checkWebhooks(given).writes.flatMap((write) =>
    write.kind === 'apply' ? [{ resource: write.resource, object: write.object }] : [],
  );
  return { ...given, webhooks };
}

const rows: { name: string; given: CsvFacts; want: string | undefined }[] = [
  {
    name: '1a.3 no namespace is selected',
    given: facts('Succeeded', groupFor([])),
    want: 'Failed/NoTargetNamespaces no targetNamespaces are matched operatorgroups namespace selection',
  },
  {
    name: '1a.5 an install mode twice',
    given: withSpec('Pending', {
      installModes: [
        { type: 'OwnNamespace', supported: true },
        { type: 'OwnNamespace', supported: false },
      ],
    }),
    want: 'Failed/InvalidInstallModes InstallMode list contains duplicates, cannot make set: [{OwnNamespace true} {OwnNamespace false}]',
  },
  {
    name: '1a.7 all namespaces and one more',
    given: csvFactsOf(csv('Pending', '', { installModes: [{ type: 'MultiNamespace', supported: true }] }), {
      ...groupFor(['', 'a']),
    }),
    want: 'Failed/UnsupportedOperatorGroup operatorgroup has invalid selected namespaces, NamespaceAll found when |selected namespaces| > 1',
  },
  {
    name: '1a.8 a static list without the API',
    given: facts('Pending', groupFor(['team-a'], { isStatic: true })),
    want: 'Failed/CannotModifyStaticOperatorGroupProvidedAPIs static provided api operatorgroup cannot be modified by these apis',
  },
  {
    name: '1a.8 a static list with it, that others provide, too',
    given: facts('Pending', { ...groupFor(['team-a'], { isStatic: true, ...SAID }), rivals: [RIVAL] }),
    want: 'Failed/CannotModifyStaticOperatorGroupProvidedAPIs static provided api operatorgroup cannot be modified by these apis',
  },
  {
    name: '1a.8 a static list with it',
    given: facts('Pending', groupFor(['team-a'], { isStatic: true, ...SAID })),
    want: 'InstallReady/AllRequirementsMet all requirements found, attempting install',
  },
  {
    name: '1a.9 others provide the API for one of the namespaces',
    given: facts('Pending', { rivals: [RIVAL] }),
    want: 'Failed/InterOperatorGroupOwnerConflict intersecting operatorgroups provide the same apis',
  },
  {
    name: '1a.9 others provide it for all',
    given: facts('Succeeded', { rivals: [{ ...RIVAL, targets: [''] }] }),
    want: 'Failed/InterOperatorGroupOwnerConflict intersecting operatorgroups provide the same apis',
  },
  {
    name: '1a.9 for other namespaces',
    given: facts('Succeeded', { rivals: [{ ...RIVAL, targets: ['team-z'] }] }),
    want: undefined,
  },
  {
    name: '1a.9 both say they do: the younger one gives way',
    given: facts('Succeeded', { ...groupFor(['team-a'], SAID), rivals: [RIVAL] }),
    want: 'Failed/InterOperatorGroupOwnerConflict intersecting operatorgroups provide the same apis',
  },
  {
    name: '1a.9 … and not the older one',
    given: facts('Succeeded', { ...groupFor(['team-a'], SAID), rivals: [{ ...RIVAL, isOlder: false }] }),
    want: undefined,
  },
  {
    name: '1a.11 what was forbidden is tried again',
    given: facts('Failed', { deployments: new Map() }, 'InstallComponentFailedNoRetry'),
    want: 'Pending/DetectedClusterChange Cluster resources changed state',
  },
  {
    name: '1b.3 an unknown strategy, before anything else is looked at',
    given: { ...withSpec('Pending', NO_STRATEGY), crds: new Map() },
    want: 'Failed/InvalidInstallStrategy install strategy invalid: unrecognized install strategy',
  },
  {
    name: '1b.4 a rule without verbs',
    given: withSpec('Pending', ruled({ resources: ['pods'] })),
    want: 'Failed/InvalidInstallStrategy install strategy invalid: rule invalid: policy rule must have at least one verb',
  },
  {
    name: '1b.4 a rule about two things',
    given: withSpec('Pending', ruled({ verbs: ['get'], resources: ['pods'], nonResourceURLs: ['/'] })),
    want: 'Failed/InvalidInstallStrategy install strategy invalid: rule invalid: rule cannot apply to both regular resources and non-resource URLs',
  },
  {
    name: '1b.6 two webhooks of one name',
    given: withSpec('Pending', hooked({}, { type: 'MutatingAdmissionWebhook' })),
    want: 'Failed/InvalidWebhookDescription CSV contains repeated WebhookDescription name',
  },
  {
    name: '1b.6 a webhook for all groups',
    given: withSpec('Pending', hooked({ rules: [{ apiGroups: ['apps', '*'] }] })),
    want: 'Failed/InvalidWebhookDescription webhook rules cannot include all groups',
  },
  {
    name: '1b.6 a webhook for what installs operators',
    given: withSpec('Pending', hooked({ rules: [{ apiGroups: ['operators.coreos.com'] }] })),
    want: 'Failed/InvalidWebhookDescription webhook rules cannot include the OLM group',
  },
  ...['*', '*/*', 'MutatingWebhookConfiguration', 'validatingwebhookconfigurations'].map((resource) => ({
    name: `1b.6 a webhook for webhooks: ${resource}`,
    given: withSpec(
      'Pending',
      hooked({ rules: [{ apiGroups: ['admissionregistration.k8s.io'], resources: [resource] }] }),
    ),
    want: 'Failed/InvalidWebhookDescription webhook rules cannot include MutatingWebhookConfiguration or ValidatingWebhookConfiguration resources',
  })),
  {
    name: '1b.6 a webhook that cannot be read',
    given: withSpec('Pending', hooked({ containerPort: 70_000 })),
    want: 'Failed/InvalidWebhookDescription webhook v.example.com: containerPort: Too big: expected number to be <=65535',
  },
  {
    name: '1b.6 a webhook of no Deployment',
    given: withSpec('Pending', hooked({ deploymentName: undefined })),
    want: 'Failed/InvalidWebhookDescription webhook v.example.com: deploymentName: Invalid input: expected string, received undefined',
  },
  {
    name: '1b.6 … that is left out',
    given: { ...withSpec('Pending', hooked({ deploymentName: undefined })), leavesOut: 'unserved' },
    want: 'InstallReady/AllRequirementsMet all requirements found, attempting install',
  },
  {
    name: '1b.6 a webhook for all groups, left out',
    given: { ...withSpec('Pending', hooked({ rules: [{ apiGroups: ['*'] }] })), leavesOut: 'unserved' },
    want: 'Failed/InvalidWebhookDescription webhook rules cannot include all groups',
  },
  {
    name: '1b.6 a webhook that may be, and what else is wrong',
    given: { ...withSpec('Pending', hooked({ rules: [{ apiGroups: ['apps'] }] })), crds: new Map() },
    want: "Pending/RequirementsNotMet one or more requirements couldn't be found",
  },
  {
    name: '1e a refused webhook stays refused',
    given: csvFactsOf(csv('Failed', 'InvalidWebhookDescription', hooked({ rules: [{ apiGroups: ['*'] }] }))),
    want: undefined,
  },
  {
    name: '1b.9 the one that it replaces is not gone yet',
    given: csvFactsOf(csv('Pending', '', { replaces: 'tickets.v0.9.0' }), {
      siblings: [anInstallableCsv('tickets.v0.9.0', { status: { phase: 'Deleting' } })],
    }),
    want: undefined,
  },
  {
    name: '1c.7 the Deployment is gone',
    given: facts('Installing', { deployments: new Map() }),
    want: `Installing/InstallWaiting ${MISSING}`,
  },
  {
    name: '1c.8 the Deployment is not ready',
    given: drifted(facts('Installing'), unready),
    want: undefined,
  },
  {
    name: '1c.9 the Deployment has another hash',
    given: drifted(facts('Installing'), labelled({ 'olm.deployment-spec-hash': 'old' })),
    want: `InstallReady/InstallWaiting installing: deployment changed old hash=old, new hash=${hashOf(facts('Installing'))}`,
  },
  {
    name: '1c.9 the Deployment has no hash',
    given: drifted(facts('Installing'), labelled({})),
    want: "InstallReady/InstallWaiting installing: deployment tickets doesn't have a spec hash, update it",
  },
  {
    name: '1c.10 no annotations',
    given: drifted(facts('Installing'), annotated(undefined)),
    want: 'InstallReady/InstallWaiting installing: no annotations found on deployment',
  },
  {
    name: '1c.10 one is gone',
    given: drifted(facts('Installing'), annotated({ other: 'x' })),
    want: 'InstallReady/InstallWaiting installing: annotations on deployment does not contain expected key: olm.operatorGroup',
  },
  {
    name: '1c.10 one is another',
    given: drifted(facts('Installing'), (object) =>
      annotated({ ...told(object), 'olm.targetNamespaces': 'b', more: 'x' })(object),
    ),
    want: 'InstallReady/InstallWaiting installing: unexpected annotation on deployment. Expected olm.targetNamespaces:team-a, found olm.targetNamespaces:b',
  },
  {
    name: '1c.11 the Deployment gave up',
    given: drifted(facts('Installing'), late),
    want: `Failed/InstallCheckFailed ${EXCEEDED}`,
  },
  {
    name: '1c.2 a conversion for some namespaces',
    given: withSpec('InstallReady', { ...converting, installModes: ALL_MODES }),
    want: 'Failed/InstallComponentFailed install strategy failed: unable to manage conversion webhook: CSVs with conversion webhooks must support only AllNamespaces',
  },
  {
    name: '1c.2 … which stays refused',
    given: csvFactsOf(csv('Failed', 'InstallComponentFailed', { ...converting, installModes: ALL_MODES })),
    want: undefined,
  },
  {
    name: '1c.2 a conversion of nothing',
    given: ofAll('InstallReady', hooked({ type: 'ConversionWebhook' })),
    want: 'Failed/InstallComponentFailed install strategy failed: unable to manage conversion webhook: conversion webhook must have at least one CRD specified',
  },
  {
    name: "1c.2 a conversion of others' objects",
    given: ofAll('InstallReady', hooked({ type: 'ConversionWebhook', conversionCRDs: ['o.example.com'] })),
    want: 'Failed/InstallComponentFailed install strategy failed: csv tickets.v1.0.0 does not own CRD o.example.com',
  },
  {
    name: '1c.2 a conversion of what others brought, with the rights of an account',
    given: {
      ...ofAll('InstallReady', converting),
      groups: [{ name: 'group', targets: [''], serviceAccount: 'installer' }],
    },
    want: 'Failed/InstallComponentFailed install strategy failed: csv tickets.v1.0.0 does not own CRD tickets.example.com',
  },
  {
    name: '1c.2 a conversion of what keeps unknown fields',
    given: {
      ...ofAll('InstallReady', converting),
      crds: crdMap(withCrdSpec({ preserveUnknownFields: true })),
    },
    want: 'Failed/InstallComponentFailed install strategy failed: crd.Spec.PreserveUnknownFields must be false to let API Server call webhook to do the conversion',
  },
  {
    name: '1c.2 a conversion',
    given: ofAll('InstallReady', converting),
    want: 'Installing/InstallSucceeded waiting for install components to report healthy',
  },
  {
    name: '1c.6 a webhook without certificate',
    given: { ...withSpec('Installing', hooked({})), certificates: new Map() },
    want: 'Pending/NeedsReinstall calculated deployment install is bad',
  },
  {
    name: '1c.14 a webhook that can be installed',
    given: certified(withSpec('Installing', hooked({}))),
    want: undefined,
  },
  {
    name: '1c.14 a webhook that is installed',
    given: installedHooks(certified(withSpec('Installing', hooked({})))),
    want: 'Succeeded/InstallSucceeded install strategy completed with no errors',
  },
  {
    name: '1c.14 a webhook whose Deployment is not ready',
    given: drifted({ ...withSpec('Installing', hooked({})), ...CERTIFIED }, unready),
    want: `Installing/InstallWaiting ${UNREADY}`,
  },
  {
    name: '1c.6 a conversion without certificate',
    given: { ...ofAll('Installing', converting), certificates: new Map() },
    want: 'Pending/NeedsReinstall calculated deployment install is bad',
  },
  {
    name: '1c.14 a conversion where nobody makes certificates',
    given: ofAll('Installing', converting),
    want: 'InstallReady/InstallWaiting Webhook install failed: conversionWebhook not ready',
  },
  {
    name: '1c.14 a conversion that can be installed',
    given: certified(ofAll('Installing', converting)),
    want: undefined,
  },
  {
    name: '1c.14 a conversion that is installed',
    given: { ...certified(ofAll('Installing', converting)), crds: crdMap(CONVERTED) },
    want: 'Succeeded/InstallSucceeded install strategy completed with no errors',
  },
  {
    name: '1d.10 a webhook is gone',
    given: certified(withSpec('Succeeded', hooked({}))),
    want: 'Failed/ComponentUnhealthy webhooks not installed',
  },
  {
    name: '1d.10 a webhook is there',
    given: installedHooks(certified(withSpec('Succeeded', hooked({})))),
    want: undefined,
  },
  {
    name: '1d.10 a conversion is gone',
    given: certified(ofAll('Succeeded', converting)),
    want: 'InstallReady/ComponentUnhealthy Webhook install failed: conversionWebhook not ready',
  },
  {
    name: '1e.11 a webhook is gone',
    given: certified(csvFactsOf(csv('Failed', 'ComponentUnhealthy', hooked({})))),
    want: 'Pending/NeedsReinstall webhooks not installed',
  },
  {
    name: '1d.6 the Deployment is gone',
    given: facts('Succeeded', { deployments: new Map() }),
    want: `Failed/ComponentUnhealthy ${MISSING}`,
  },
  {
    name: '1d.7 the Deployment is not ready',
    given: drifted(facts('Succeeded'), unready),
    want: `Failed/ComponentUnhealthy ${UNREADY}`,
  },
  {
    name: '1d.8 the Deployment has another hash',
    given: drifted(facts('Succeeded'), labelled({ 'olm.deployment-spec-hash': 'old' })),
    want: `InstallReady/ComponentUnhealthy installing: deployment changed old hash=old, new hash=${hashOf(facts('Installing'))}`,
  },
  {
    name: '1d.8 no annotations',
    given: drifted(facts('Succeeded'), annotated(undefined)),
    want: 'InstallReady/ComponentUnhealthy installing: no annotations found on deployment',
  },
  {
    name: '1d.9 the Deployment gave up',
    given: drifted(facts('Succeeded'), late),
    want: `Failed/InstallCheckFailed ${EXCEEDED}`,
  },
  {
    name: '1e.2 namespaces are selected again',
    given: facts('Failed', {}, 'NoTargetNamespaces'),
    want: 'Pending/RequirementsUnknown InstallModes now support target namespaces',
  },
  {
    name: '1e.3 nobody else provides the API any more',
    given: facts('Failed', {}, 'InterOperatorGroupOwnerConflict'),
    want: 'Pending/RequirementsUnknown OperatorGroup no longer intersecting with conflicting owner',
  },
  {
    name: '1e.4 the static list has the API',
    given: facts(
      'Failed',
      groupFor(['team-a'], { isStatic: true, ...SAID }),
      'CannotModifyStaticOperatorGroupProvidedAPIs',
    ),
    want: 'Pending/RequirementsUnknown static OperatorGroup and intersecting groups now support providedAPIs',
  },
  {
    name: '1e.9 what it serves with is gone',
    given: csvFactsOf(csv('Failed', 'ComponentUnhealthy', hooked({})), { certificates: new Map() }),
    want: 'Pending/NeedsReinstall calculated deployment install is bad',
  },
  {
    name: '1e.10 all is healthy again',
    given: facts('Failed', {}, 'ComponentUnhealthy'),
    want: 'Succeeded/InstallSucceeded install strategy completed with no errors',
  },
  {
    name: '1e.11 the Deployment is gone',
    given: facts('Failed', { deployments: new Map() }, 'ComponentUnhealthy'),
    want: `Pending/NeedsReinstall ${MISSING}`,
  },
  {
    name: '1e.11 the Deployment has another hash',
    given: drifted(
      facts('Failed', {}, 'ComponentUnhealthy'),
      labelled({ 'olm.deployment-spec-hash': 'old' }),
    ),
    want: `Pending/NeedsReinstall installing: deployment changed old hash=old, new hash=${hashOf(facts('Installing'))}`,
  },
];

describe('transitions', () => {
  it.each(rows)('$name', ({ given, want }) => {
    // Within the first two seconds nothing is said of what may be up at once.
    const isQuiet = want === undefined && given.csv.status?.phase === 'Installing';
    const { next } = stepOfCsv(given, isQuiet ? Date.parse(EARLIER) + 500 : Date.parse(EARLIER) + 60_000);
    expect(next && `${next.phase}/${next.reason} ${next.message}`).toBe(want);
  });

  it('1a.11 looks at what is granted while something is forbidden, or not there', () => {
    const looks = (given: CsvFacts): boolean => looksElsewhere(given, NOW);
    expect(looks(facts('Failed', {}, 'InstallComponentFailedNoRetry'))).toBe(true);
    expect(looks(facts('Pending', { rbac: new Map() }))).toBe(true);
    expect(looks(facts('Pending'))).toBe(false);
    expect(looks(facts('Pending', { rbac: new Map(), serviceAccounts: new Map() }))).toBe(false);
    const young = anInstallableCsv('tickets.v1.0.0', {
      metadata: { creationTimestamp: new Date(NOW).toISOString() },
    });
    expect(looks(csvFactsOf(young, { rbac: new Map(), planRunning: true }))).toBe(false);
  });

  it('1c.8 says what it waits for', () => {
    const { next } = stepOfCsv(drifted(facts('Installing'), unready), Date.parse(EARLIER) + 60_000);
    expect(next?.message).toBe(UNREADY);
  });

  it('1c.12 gives up after five minutes', () => {
    const { next } = stepOfCsv(
      drifted(facts('Installing'), unready),
      Date.parse(EARLIER) + CSV_INSTALL_TIMEOUT_MS,
    );
    expect(next).toEqual({ phase: 'Failed', reason: 'InstallCheckFailed', message: 'install timeout' });
  });

  it('1c.7 makes a Deployment again that went while it was awaited', () => {
    const { actions } = stepOfCsv(facts('Installing', { deployments: new Map() }), NOW);
    expect(actions).toMatchObject([{ kind: 'apply', object: { kind: 'Deployment' } }]);
  });

  it.each([
    { forbidden: true, want: 'install strategy failed: install strategy failed: no' },
    { forbidden: false, want: 'install strategy failed: no' },
  ])('1c.1, 1c.2 a refusal, forbidden: $forbidden', ({ forbidden, want }) => {
    const decision = refusedCsv(facts('InstallReady'), { forbidden, message: 'no' }, NOW);
    expect(decision?.status?.message).toBe(want);
  });

  it.each(['Pending', 'Failed'] satisfies CsvPhase[])('1a.9 takes its Deployments away, from %s', (phase) => {
    const given = facts(phase, { rivals: [RIVAL] }, 'InterOperatorGroupOwnerConflict');
    expect(stepOfCsv(given, NOW).actions).toMatchObject([{ kind: 'delete', ref: { name: 'tickets' } }]);
  });

  it('1a.12 tells every phase that it goes through, once', () => {
    const about = csv('');
    let { status } = about;
    for (const phase of ['Pending', 'InstallReady', 'Failed'] satisfies CsvPhase[])
      status = withTransition(
        status,
        { phase, reason: 'RequirementsUnknown', message: phase },
        undefined,
        NOW,
      );
    const events = toldOfCsv(about, status ?? {}, NOW);
    expect(events.map(({ type, phase, message }) => [type, phase, message])).toEqual([
      ['Normal', 'Pending', 'Pending'],
      ['Normal', 'InstallReady', 'InstallReady'],
      ['Warning', 'Failed', 'Failed'],
    ]);
    expect(toldOfCsv({ ...about, ...(status === undefined ? {} : { status }) }, status ?? {}, NOW)).toEqual(
      [],
    );
  });
});
