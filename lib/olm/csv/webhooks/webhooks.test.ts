import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { base62 } from '../../../base/base62.ts';
import { resources } from '../../../k8s/resources.ts';
import type { KubeObject } from '../../../k8s/object.ts';
import {
  aCertificate,
  aCrd,
  anInstallableCsv,
  crdMap,
  csvFactsOf,
  EARLIER,
  NOW,
} from '../../../testing/install-facts.ts';
import { ownerLabels } from '../../api/labels.ts';
import type { ClusterServiceVersion, CsvPhase, WebhookDescription } from '../../api/types.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import { decideCsv } from '../decide.ts';
import { refusedCsv } from '../refused.ts';
import type { CsvFacts } from '../facts.ts';
import { checkWebhooks } from './check.ts';
import { definitionHash } from './configuration.ts';
import { installedWebhooks } from './definition.ts';

const CA = 'Q0E=';
const VALIDATING = 'ValidatingWebhookConfiguration';
const RULES = [
  { operations: ['CREATE'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['tickets'] },
];
const validating: WebhookDescription = {
  type: 'ValidatingAdmissionWebhook',
  generateName: 'v.tickets.example.com',
  deploymentName: 'tickets',
  containerPort: 9443,
  targetPort: 'hook',
  rules: RULES,
  failurePolicy: 'Fail',
  matchPolicy: 'Exact',
  objectSelector: { matchLabels: { kind: 'paid' } },
  sideEffects: 'None',
  timeoutSeconds: 5,
  admissionReviewVersions: ['v1'],
  webhookPath: '/validate',
};
const mutating: WebhookDescription = {
  ...validating,
  type: 'MutatingAdmissionWebhook',
  generateName: 'm.tickets.example.com',
  deploymentName: 'tickets.web',
  reinvocationPolicy: 'IfNeeded',
};
const converting: WebhookDescription = {
  type: 'ConversionWebhook',
  generateName: 'c.tickets.example.com',
  deploymentName: 'tickets',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  conversionCRDs: ['tickets.example.com'],
};

const aCsv = (
  webhookdefinitions: WebhookDescription[],
  more: Parameters<typeof anInstallableCsv>[1] = {},
): ClusterServiceVersion =>
  anInstallableCsv('tickets.v1.0.0', { ...more, spec: { webhookdefinitions, ...more.spec } });
const certificates = new Map(['tickets', 'tickets.web'].map((name) => [name, aCertificate(CA)]));
const factsOf = (webhooks: WebhookDescription[], more: Partial<CsvFacts> = {}): CsvFacts =>
  csvFactsOf(aCsv(webhooks), { certificates, ...more });
const applied = (writes: readonly ObjectWrite[]): KubeObject[] =>
  writes.flatMap((write) => (write.kind === 'apply' ? [write.object] : []));
/** What the facts are once all that is to be written is there; `change` is what others do to it. */
const written = (
  facts: CsvFacts,
  change: (object: KubeObject) => KubeObject = (object) => object,
): CsvFacts['webhooks'] =>
  checkWebhooks(facts).writes.flatMap((write) =>
    write.kind === 'apply' ? [{ resource: write.resource, object: change(write.object) }] : [],
  );

describe('webhook configurations (OLM 71)', () => {
  it('ask the Service of the Deployment, as the CSV says', () => {
    const [first, second] = applied(checkWebhooks(factsOf([validating, mutating])).writes);
    expect(first).toMatchObject({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: {
        labels: {
          ...ownerLabels({ name: 'tickets.v1.0.0', namespace: 'team-a' }),
          'operators.coreos.com/tickets.team-a': '',
          'olm.webhook-description-generate-name': 'v.tickets.example.com',
        },
      },
    });
    expect(first?.metadata.name).toMatch(/^v\.tickets\.example\.com-[a-z0-9]{10}$/);
    expect(first?.['webhooks']).toEqual([
      {
        name: 'v.tickets.example.com',
        rules: RULES,
        failurePolicy: 'Fail',
        matchPolicy: 'Exact',
        objectSelector: { matchLabels: { kind: 'paid' } },
        sideEffects: 'None',
        timeoutSeconds: 5,
        admissionReviewVersions: ['v1'],
        clientConfig: {
          service: { name: 'tickets-service', namespace: 'team-a', path: '/validate', port: 9443 },
          caBundle: CA,
        },
      },
    ]);
    expect(second).toMatchObject({
      kind: 'MutatingWebhookConfiguration',
      webhooks: [
        { reinvocationPolicy: 'IfNeeded', clientConfig: { service: { name: 'tickets-web-service' } } },
      ],
    });
  });

  it('have a name that the next try has, too, and no other CSV', () => {
    const nameOf = (facts: CsvFacts): unknown => applied(checkWebhooks(facts).writes)[0]?.metadata.name;
    const given = factsOf([validating]);
    const other = { ...given.csv, metadata: { ...given.csv.metadata, name: 'tickets.v2.0.0' } };
    expect(nameOf(given)).toBe(nameOf(factsOf([{ ...validating, timeoutSeconds: 1 }])));
    expect(nameOf(given)).not.toBe(nameOf({ ...given, csv: other }));
  });

  it.each([
    { name: 'of the group', namespaceSelector: { matchLabels: { 'olm.operatorgroup.uid/u': '' } } },
    { name: 'all', namespaceSelector: undefined },
  ])('are about namespaces: $name', ({ namespaceSelector }) => {
    const group = { name: 'group', targets: ['team-a'] };
    const groups = [{ ...group, ...(namespaceSelector === undefined ? {} : { namespaceSelector }) }];
    const [object] = applied(checkWebhooks(factsOf([validating], { groups })).writes);
    const [webhook] = object?.['webhooks'] as { namespaceSelector?: unknown }[];
    expect(webhook?.namespaceSelector).toEqual(namespaceSelector);
  });

  const given = factsOf([validating]);
  const changed =
    (more: object) =>
    (object: KubeObject): KubeObject => {
      const [webhook] = object['webhooks'] as object[];
      return { ...object, webhooks: [{ ...webhook, ...more }] };
    };
  const named = (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, name: 'v.tickets.example.com-x7k2p' },
  });

  it.each([
    { name: 'what the API server fills in', more: { namespaceSelector: {}, matchPolicy: 'Exact' }, want: 0 },
    {
      name: 'what it fills into rules',
      more: { rules: RULES.map((rule) => ({ ...rule, scope: '*' })) },
      want: 0,
    },
    { name: 'what nobody asked for', more: { matchConditions: [] }, want: 0 },
    { name: 'another authority', more: { clientConfig: { caBundle: 'b2xk' } }, want: 1 },
    {
      name: 'namespaces that are not chosen',
      more: { namespaceSelector: { matchLabels: { a: 'b' } } },
      want: 1,
    },
    { name: 'other rules', more: { rules: [] }, want: 1 },
  ])('that are there and say $name: $want writes', ({ more, want }) => {
    const verdict = checkWebhooks({ ...given, webhooks: written(given, changed(more)) });
    expect([verdict.state, verdict.writes.length]).toEqual(['installed', want]);
  });

  it('keep the name that another controller has given them', () => {
    const taken = { ...given, webhooks: written(given, named) };
    expect(checkWebhooks(taken)).toEqual({ state: 'installed', why: '', writes: [] });
    const [object] = applied(
      checkWebhooks({ ...given, webhooks: written(given, (one) => named(changed({ rules: [] })(one))) })
        .writes,
    );
    expect(object?.metadata.name).toBe('v.tickets.example.com-x7k2p');
  });

  it('go when the CSV describes them no more', () => {
    const gone = factsOf([mutating], { webhooks: written(given) });
    expect(checkWebhooks(gone).writes).toMatchObject([
      { kind: 'apply', object: { kind: 'MutatingWebhookConfiguration' } },
      { kind: 'delete', resource: resources.validatingWebhookConfigurations },
    ]);
  });

  it('are not there when they are going', () => {
    const going = written(given, (object) => ({
      ...object,
      metadata: { ...object.metadata, deletionTimestamp: EARLIER },
    }));
    expect(checkWebhooks({ ...given, webhooks: going }).state).toBe('absent');
  });

  it('stay as they are while there is no certificate', () => {
    const without = { ...factsOf([validating]), certificates: new Map() };
    expect(checkWebhooks(without)).toEqual({ state: 'absent', why: 'webhooks not installed', writes: [] });
    expect(checkWebhooks({ ...without, webhooks: written(given) }).writes).toEqual([]);
  });

  it('bear a hash of what the CSV says, as Go writes it', () => {
    const [definition] = installedWebhooks(
      factsOf([{ ...validating, rules: [{ scope: '*', resources: ['a&b'], apiGroups: ['x'] }] }]),
    );
    const text =
      '{"generateName":"v.tickets.example.com","type":"ValidatingAdmissionWebhook","deploymentName":"tickets",' +
      '"containerPort":9443,"targetPort":"hook","rules":[{"apiGroups":["x"],"resources":["a\\u0026b"],"scope":"*"}],' +
      '"failurePolicy":"Fail","matchPolicy":"Exact","objectSelector":{"matchLabels":{"kind":"paid"}},' +
      '"sideEffects":"None","timeoutSeconds":5,"admissionReviewVersions":["v1"],"webhookPath":"/validate"}\n';
    const want = base62(createHash('sha224').update(text).digest());
    expect(definition && definitionHash(definition)).toBe(want);
  });
});

const converted = (conversion: object | undefined): CsvFacts['crds'] => {
  const crd = aCrd();
  return crdMap({ ...crd, spec: { ...(crd['spec'] as object), conversion } });
};
const ours = (caBundle = CA): object => ({
  strategy: 'Webhook',
  webhook: {
    clientConfig: {
      service: { name: 'tickets-service', namespace: 'team-a', path: '/', port: 443 },
      caBundle,
    },
    conversionReviewVersions: ['v1'],
  },
});
const conversionIn = (writes: readonly object[]): unknown[] =>
  writes.flatMap((write) => ('spec' in write ? [write.spec] : []));

describe('conversion webhooks (OLM 71)', () => {
  it.each([
    { name: 'is written into the definition', crds: converted(undefined), want: [{ conversion: ours() }] },
    { name: 'stays', crds: converted(ours()), want: [] },
    { name: 'stays with what others add', crds: converted({ ...ours(), more: 'x' }), want: [] },
    { name: 'gets the new authority', crds: converted(ours('b2xk')), want: [{ conversion: ours() }] },
  ])('$name', ({ crds, want }) => {
    const { writes } = checkWebhooks(factsOf([converting], { crds }));
    expect(conversionIn(writes)).toMatchObject(want);
    expect(writes).toHaveLength(want.length);
  });
});

describe('a CSV that goes (OLM 74)', () => {
  const goingCsv = (webhooks: WebhookDescription[]): ClusterServiceVersion =>
    aCsv(webhooks, {
      metadata: { deletionTimestamp: EARLIER, finalizers: ['operators.coreos.com/csv-cleanup'] },
    });
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'tickets', uid: 'u' } };
  const going = (webhooks: WebhookDescription[], more: Partial<CsvFacts> = {}): CsvFacts =>
    csvFactsOf(goingCsv(webhooks), {
      ownedObjects: [{ resource: resources.deployments, object: deployment }],
      ...more,
    });

  it('takes its webhooks away before what serves them, and waits until they are gone', () => {
    const webhooks = written(factsOf([validating]));
    const first = decideCsv(going([validating], { webhooks }), NOW);
    expect(first.actions).toMatchObject([
      { kind: 'delete', resource: resources.validatingWebhookConfigurations },
    ]);
    const leaving = webhooks.map(({ resource, object }) => ({
      resource,
      object: { ...object, metadata: { ...object.metadata, deletionTimestamp: EARLIER } },
    }));
    const second = decideCsv(going([validating], { webhooks: leaving }), NOW);
    expect(second.actions).toEqual([]);
    expect(second.again?.kind).toBe('after');
    const third = decideCsv(going([validating]), NOW);
    expect(third.actions.map((action) => action.kind)).toEqual(['delete', 'patch']);
  });

  const none = { conversion: { strategy: 'None', webhook: null } };
  const later = (more: Parameters<typeof anInstallableCsv>[1] = {}): ClusterServiceVersion =>
    anInstallableCsv('tickets.v2.0.0', { spec: { webhookdefinitions: [converting] }, ...more });
  const elsewhere = {
    strategy: 'Webhook',
    webhook: { clientConfig: { service: { name: 'tickets-service', namespace: 'team-b' } } },
  };

  it.each([
    { name: 'has its definition convert nothing', more: {}, want: [none] },
    { name: '… unless another CSV converts it', more: { siblings: [later()] }, want: [] },
    {
      name: '… that stays',
      more: { siblings: [later({ metadata: { deletionTimestamp: EARLIER } })] },
      want: [none],
    },
    { name: '… or others do', more: { crds: converted(elsewhere) }, want: [] },
  ])('$name', ({ more, want }) => {
    const { actions } = decideCsv(going([converting], { crds: converted(ours()), ...more }), NOW);
    expect(conversionIn(actions)).toEqual(want);
  });
});

describe('a CSV that steps aside', () => {
  const stepsAside = (phase: CsvPhase, webhookdefinitions: WebhookDescription[]): unknown => {
    const csv = aCsv([validating, mutating], { status: { phase: 'Replacing' } });
    const after = anInstallableCsv('tickets.v2.0.0', {
      spec: { replaces: 'tickets.v1.0.0', webhookdefinitions },
      status: { phase },
    });
    const given = csvFactsOf(csv, { certificates, siblings: [after] });
    const webhooks = written(factsOf([validating, mutating]));
    return decideCsv({ ...given, webhooks }, NOW).actions.map((action) =>
      action.kind === 'delete' ? action.resource.kind : action.kind,
    );
  };

  it.each<{ name: string; phase: CsvPhase; next: WebhookDescription[]; want: string[] }>([
    { name: 'that are not served any more', phase: 'Installing', next: [mutating], want: [VALIDATING] },
    { name: 'none that still are', phase: 'InstallReady', next: [mutating], want: [] },
    {
      name: 'none that the next version has, too',
      phase: 'Installing',
      next: [validating, mutating],
      want: [],
    },
  ])('takes its webhooks along: $name', ({ phase, next, want }) => {
    expect(stepsAside(phase, next)).toEqual(want);
  });
});

it('tells why a webhook is refused, and tries again (OLM 62)', () => {
  const csv = aCsv([validating], {
    status: { phase: 'Installing', reason: 'InstallSucceeded', lastTransitionTime: EARLIER },
  });
  const decision = refusedCsv(csvFactsOf(csv, { certificates }), { forbidden: false, message: 'no' }, NOW);
  expect(decision?.status).toMatchObject({
    phase: 'Failed',
    reason: 'InstallComponentFailed',
    message: 'install strategy failed: no',
  });
});

it('are nothing to wait for where nobody serves them, and they are left out', () => {
  const given = factsOf([validating, converting], { leavesOut: 'unserved', certificates: new Map() });
  expect(checkWebhooks(given)).toEqual({ state: 'installed', why: '', writes: [] });
});
