import { describe, expect, it } from 'vitest';
import { aCertificate, anInstallableCsv, csvFactsOf, NOW } from '../../../testing/install-facts.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { KubeObject } from '../../../k8s/object.ts';
import type { ClusterServiceVersion, CsvPhase, CsvStatus } from '../../api/types.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import { decideCsv } from '../decide.ts';
import { refusedCsv } from '../refused.ts';
import { isSameStatus } from '../status.ts';
import { wantedDeployments } from '../deployment.ts';
import type { CsvFacts, DeploymentCertificate } from '../facts.ts';
import { optional } from '../../../base/loose.ts';
import { csvOwnerReference, ownerLabels } from '../../api/labels.ts';
import { csvFacts } from '../../observed/csv-facts.ts';
import { readerOf } from '../../observed/objects.ts';
import { checkApiServices } from '../api-services.ts';
import { checkConfigurations } from '../webhooks/configuration.ts';
import { AUTHORITIES_TO_COME, callersOf, trustedByCallers } from './callers.ts';
import { certificateWrites } from './check.ts';
import { missingServing } from './standing.ts';
import { usableCertificate, type ReadCertificate } from './judge.ts';
import { servingDeployments } from './serving.ts';

const DAY = 86_400_000;
const webhook = {
  type: 'ValidatingAdmissionWebhook' as const,
  generateName: 'v.tickets.example.com',
  deploymentName: 'tickets',
  containerPort: 443,
  targetPort: 9443,
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
};

function aCsv(status: CsvStatus, spec: Partial<ClusterServiceVersion['spec']> = {}): ClusterServiceVersion {
  return anInstallableCsv('tickets.v1.0.0', { status, spec: { webhookdefinitions: [webhook], ...spec } });
}

const TIMES = { certsLastUpdated: '2026-01-01T00:10:00Z', certsRotateAt: '2027-12-31T00:10:00Z' };

function factsOf(status: CsvStatus, more: Partial<CsvFacts> = {}): CsvFacts {
  return csvFactsOf(aCsv({ ...TIMES, ...status }), {
    certificates: new Map([['tickets', aCertificate()]]),
    ...more,
  });
}

const none = { certificates: new Map() };
const near = { certificates: new Map([['tickets', aCertificate('Q0E=', { rotateAt: NOW })]]) };

const written = (actions: readonly unknown[]): string[] =>
  (actions as ObjectWrite[]).map((action) => {
    if (action.kind === 'apply') return `${action.object.kind} ${action.object.metadata.name}`;
    return action.kind === 'certificate' ? `certificate ${action.secret.metadata.name}` : action.kind;
  });

describe('what serves (OLM 70)', () => {
  it('is each Deployment that a webhook or an API of the CSV names, once, with all of its ports', () => {
    const csv = aCsv(
      {},
      {
        webhookdefinitions: [
          webhook,
          { ...webhook, generateName: 'm', containerPort: 8443 },
          { ...webhook, generateName: 'nowhere', deploymentName: 'gone' },
        ],
        apiservicedefinitions: {
          owned: [
            {
              name: 'seats',
              group: 'seats.example.com',
              version: 'v1',
              kind: 'Seat',
              deploymentName: 'tickets',
            },
          ],
        },
      },
    );
    expect(servingDeployments({ csv })).toMatchObject([
      {
        service: 'tickets-service',
        secret: 'tickets-service-cert',
        hosts: [
          'tickets-service.team-a',
          'tickets-service.team-a.svc',
          'tickets-service.team-a.svc.cluster.local',
        ],
        ports: [
          { name: '443', port: 443, targetPort: 443 },
          { name: '8443', port: 8443, targetPort: 9443 },
        ],
      },
    ]);
    expect(servingDeployments({ csv, leavesOut: 'unserved' })).toEqual([]);
  });

  it('has its certificate in the pods, under the names that both frameworks know', () => {
    const [deployment] = wantedDeployments(factsOf({ phase: 'InstallReady' }));
    const files = (crt: string, key: string): object[] => [
      { key: 'tls.crt', path: crt },
      { key: 'tls.key', path: key },
    ];
    expect(deployment?.['spec']).toMatchObject({
      template: {
        metadata: { annotations: { olmcahash: 'hash' } },
        spec: {
          volumes: [
            {
              name: 'apiservice-cert',
              secret: { secretName: 'tickets-service-cert', items: files('apiserver.crt', 'apiserver.key') },
            },
            {
              name: 'webhook-cert',
              secret: { secretName: 'tickets-service-cert', items: files('tls.crt', 'tls.key') },
            },
          ],
          containers: [
            {
              volumeMounts: [
                { name: 'apiservice-cert', mountPath: '/apiserver.local.config/certificates' },
                { name: 'webhook-cert', mountPath: '/tmp/k8s-webhook-server/serving-certs' },
              ],
            },
          ],
        },
      },
    });
    const [plain] = wantedDeployments(csvFactsOf(aCsv({}, { webhookdefinitions: [] }), none));
    expect(JSON.stringify(plain)).not.toContain('olmcahash');
  });
});

describe('certificates (OLM 70)', () => {
  it('1c.3 come first, then what stands around the Deployment, then the Deployment that bears their hash', () => {
    const status: CsvStatus = { phase: 'InstallReady', reason: 'AllRequirementsMet' };
    const first = decideCsv(factsOf(status, none), NOW);
    expect(written(first.actions)).toEqual(['certificate tickets-service-cert']);
    expect(first).toMatchObject({ again: { kind: 'now' } });
    expect(first.status).toBeUndefined();
    const nothing = {
      deployments: new Map(),
      services: new Map(),
      rbac: csvFactsOf(anInstallableCsv()).rbac,
    };
    const second = decideCsv(factsOf(status, nothing), NOW);
    expect(written(second.actions)).toEqual([
      'Service tickets-service',
      'Role tickets-service-cert',
      'RoleBinding tickets-service-cert',
      'ClusterRoleBinding tickets-service-system:auth-delegator',
      'RoleBinding tickets-service-auth-reader',
      'Deployment tickets',
    ]);
    expect(second.status).toMatchObject({
      phase: 'Installing',
      certsLastUpdated: '2026-01-01T00:10:00Z',
      certsRotateAt: '2027-12-31T00:10:00Z',
    });
  });

  it('that may not be made are told as what the install failed with', () => {
    const facts = factsOf({ phase: 'InstallReady', reason: 'AllRequirementsMet' }, none);
    expect(refusedCsv(facts, { forbidden: true, message: 'no' }, NOW)?.status).toMatchObject({
      phase: 'Failed',
      reason: 'InstallComponentFailedNoRetry',
    });
  });

  it.each([
    ['1d.3, 1d.5 is gone', none],
    ['1d.3 is near its end', near],
  ])('%s: the operator is installed anew', (_name, more) => {
    const { status } = decideCsv(factsOf({ phase: 'Succeeded', reason: 'InstallSucceeded' }, more), NOW);
    expect(status).toMatchObject({
      phase: 'Pending',
      reason: 'NeedsCertRotation',
      message: 'CSV owns resources that require a cert refresh',
    });
  });

  it('1e.8 near their end are renewed of a Failed one, too', () => {
    const { status } = decideCsv(factsOf({ phase: 'Failed', reason: 'ComponentUnhealthy' }, near), NOW);
    expect(status).toMatchObject({
      phase: 'Pending',
      reason: 'NeedsCertRotation',
      message: 'owned APIServices need cert refresh',
    });
  });

  it('are trusted beside the next ones, as pods serve with them for a while', () => {
    const facts = factsOf({ phase: 'InstallReady', reason: 'AllRequirementsMet' }, near);
    expect(decideCsv(facts, NOW).actions).toMatchObject([{ kind: 'certificate', trusted: 'CA' }]);
  });

  const succeeded: CsvStatus = { phase: 'Succeeded', reason: 'InstallSucceeded' };
  const installed = (status: CsvStatus, more: Partial<CsvFacts> = {}): CsvFacts => {
    const facts = factsOf(status, more);
    const [write] = decideCsv({ ...facts, csv: aCsv({ ...TIMES, phase: 'Installing' }) }, NOW).actions;
    if (write?.kind !== 'apply') throw new Error('a webhook is missing');
    return { ...facts, webhooks: [{ resource: write.resource, object: write.object }] };
  };

  it('are looked at again when the first is due, and once a day', () => {
    const looksAfter = (ms: number): object => ({ actions: [], again: { kind: 'after', ms } });
    expect(decideCsv(installed(succeeded), NOW)).toEqual(looksAfter(DAY));
    const soon = { certificates: new Map([['tickets', aCertificate('Q0E=', { rotateAt: NOW + 5_000 })]]) };
    const status = { ...succeeded, certsRotateAt: '2026-01-01T00:10:05Z' };
    expect(decideCsv(installed(status, soon), NOW)).toEqual(looksAfter(5_000));
  });

  it('are told of even when nothing else changes: the write that told of them may have been refused', () => {
    const stale = { ...succeeded, certsLastUpdated: '2024-01-01T00:10:00Z' };
    const { status, again } = decideCsv(installed(stale), NOW);
    expect(status).toEqual({ ...succeeded, ...TIMES });
    expect(again).toEqual({ kind: 'now' });
    expect(isSameStatus(stale, { ...succeeded, ...TIMES })).toBe(false);
    expect(isSameStatus({ ...succeeded, conditions: [] }, succeeded)).toBe(true);
  });
});

describe('what calls the Deployment', () => {
  /** As it is once all is installed. */
  const installed = (): CsvFacts => {
    const conversion = {
      ...{ ...webhook, type: 'ConversionWebhook' as const },
      ...{ generateName: 'c.tickets.example.com', conversionCRDs: ['tickets.example.com'] },
    };
    const tide = { name: 'tides', group: 'tides.example.com', version: 'v1', kind: 'Tide' };
    const csv = aCsv(
      { phase: 'InstallReady', reason: 'AllRequirementsMet' },
      {
        installModes: [{ type: 'AllNamespaces', supported: true }],
        webhookdefinitions: [webhook, conversion],
        apiservicedefinitions: { owned: [{ ...tide, deploymentName: 'tickets' }] },
      },
    );
    const given = csvFactsOf(csv, near);
    const { writes } = checkConfigurations(given);
    return {
      ...given,
      webhooks: writes.flatMap((write) =>
        write.kind === 'apply' ? [{ resource: write.resource, object: write.object }] : [],
      ),
      apiServices: new Map(
        checkApiServices({ ...given, apiServices: new Map() }).writes.flatMap((write) =>
          write.kind === 'apply' ? [[write.object.metadata.name, write.object]] : [],
        ),
      ),
      crds: new Map(
        [...given.crds].map(([name, crd]) => [name, { ...crd, conversion: leadingTo('tickets-service') }]),
      ),
    };
  };
  const leadingTo = (name: string): JsonObject => {
    const service = { name, namespace: 'team-a', path: '/', port: 443 };
    return { strategy: 'Webhook', webhook: { clientConfig: { service, caBundle: 'Q0E=' } } };
  };
  const named = (facts: CsvFacts): string[] =>
    callersOf(facts, 'tickets').map(({ object }) => `${object.kind} ${object.metadata.name}`);

  it('is told of the next authority before pods serve with its certificate', () => {
    const facts = installed();
    expect(named(facts)).toEqual([
      expect.stringMatching(/^ValidatingWebhookConfiguration v\.tickets\.example\.com-/),
      'APIService v1.tides.example.com',
      'CustomResourceDefinition tickets.example.com',
    ]);
    expect(certificateWrites(facts, NOW)[0]).toMatchObject({
      kind: 'certificate',
      trusted: 'CA',
      callers: callersOf(facts, 'tickets'),
    });
    for (const caller of callersOf(facts, 'tickets'))
      expect(JSON.stringify(caller).split(AUTHORITIES_TO_COME)).toHaveLength(2);
  });

  it('is nothing before there is something, and nothing that still leads elsewhere', () => {
    const facts = installed();
    expect(named({ ...facts, webhooks: [], apiServices: new Map(), crds: new Map() })).toEqual([]);
    const elsewhere = new Map(
      [...facts.crds].map(([name, crd]) => [name, { ...crd, conversion: leadingTo('other') }]),
    );
    expect(named({ ...facts, crds: elsewhere })).not.toContain(
      'CustomResourceDefinition tickets.example.com',
    );
    expect(callersOf(facts, 'another')).toEqual([]);
  });

  it('goes on trusting what it does when the certificate is gone: pods serve with theirs still', () => {
    const gone = { ...installed(), ...none };
    expect(certificateWrites(gone, NOW)).toMatchObject([{ kind: 'certificate', trusted: 'CA' }]);
    const first = { ...gone, webhooks: [], apiServices: new Map(), crds: new Map() };
    expect(trustedByCallers(first, 'tickets')).toBe('');
    const harmed = { ...leadingTo('tickets-service'), webhook: { clientConfig: { caBundle: '%' } } };
    const crds = new Map([...gone.crds].map(([name, crd]) => [name, { ...crd, conversion: harmed }]));
    expect(trustedByCallers({ ...first, crds }, 'tickets')).toBe('');
  });
});

describe('what stands around a Deployment that serves', () => {
  it('has names of its own outside of the namespace, where an operator of another one serves by the same', () => {
    const [clusterWide, reader] = ['tickets-service-system:auth-delegator', 'tickets-service-auth-reader'];
    const rbac = csvFactsOf(anInstallableCsv()).rbac;
    const given = { ...factsOf({ phase: 'InstallReady' }, { rbac }), services: new Map() };
    const names = (foreignBindings: Set<string>): string[] =>
      missingServing({ ...given, foreignBindings })
        .map(({ object }) => object.metadata.name)
        .slice(-2);
    expect(names(new Set())).toEqual([clusterWide, reader]);
    expect(names(new Set([clusterWide, reader]))).toEqual([
      expect.stringMatching(/^tickets-service-system:auth-delegator-[a-z0-9]{6}$/),
      expect.stringMatching(/^tickets-service-auth-reader-[a-z0-9]{6}$/),
    ]);
  });

  it('is another namespace’s by its owner labels alone', () => {
    const csv = aCsv({ phase: 'InstallReady' });
    const binding = (namespace: string): KubeObject => ({
      ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding' },
      metadata: {
        name: 'tickets-service-system:auth-delegator',
        labels: { ...ownerLabels({ name: 'other.v1', namespace }), 'olm.managed': 'true' },
      },
    });
    const asked = { serverVersion: '', servedApis: new Set<string>(), ownedObjects: [] };
    const found = ['team-a', 'team-b'].map((namespace) => [
      ...(csvFacts(readerOf([binding(namespace)]), csv, asked).foreignBindings ?? []),
    ]);
    expect(found).toEqual([[], ['tickets-service-system:auth-delegator']]);
  });

  const installed = factsOf({ phase: 'Succeeded', reason: 'InstallSucceeded' });
  /** As the API server has it: it fills in some fields. */
  const service = (more: Partial<KubeObject>, spec: object = {}): Map<string, KubeObject> =>
    new Map(
      [...installed.services].map(([name, object]) => [
        name,
        { ...object, ...more, spec: { ...(object['spec'] as object), clusterIP: '10.0.0.1', ...spec } },
      ]),
    );
  const ofBefore = { name: 'tickets-service', labels: { 'olm.owner': 'tickets.v0.9.0' } };
  const rights = [
    'Role tickets-service-cert',
    'RoleBinding tickets-service-cert',
    'ClusterRoleBinding tickets-service-system:auth-delegator',
    'RoleBinding tickets-service-auth-reader',
  ];

  it.each<[name: string, phase: CsvPhase, more: Partial<CsvFacts>, want: string[]]>([
    ['is left alone', 'Succeeded', { services: service({}) }, []],
    ['is made again: its Service', 'Succeeded', { services: new Map() }, ['Service tickets-service']],
    ['is put right', 'Succeeded', { services: service({}, { ports: [] }) }, ['Service tickets-service']],
    [
      'is taken over from the version before',
      'Succeeded',
      { services: service({ metadata: ofBefore }) },
      ['Service tickets-service'],
    ],
    ['is made again: its rights', 'Succeeded', { rbac: csvFactsOf(anInstallableCsv()).rbac }, rights],
    [
      'is made again while it is installed',
      'Installing',
      { services: new Map() },
      ['Service tickets-service'],
    ],
  ])('%s', (_name, phase, more, want) => {
    const given = factsOf({ phase, reason: 'InstallSucceeded' }, more);
    const found = missingServing(given).map(({ object }) => `${object.kind} ${object.metadata.name}`);
    expect(found).toEqual(want);
    if (want.length === 0) return;
    const { actions, status } = decideCsv(given, NOW);
    expect(written(actions)).toEqual(want);
    expect(status).toBeUndefined();
  });
});

describe('the Secret of a certificate that is good', () => {
  const owner = (kind: string, uid: string) => ({
    ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind, name: uid, uid },
  });
  const before = owner('ClusterServiceVersion', 'of-the-version-before');
  const own = csvOwnerReference({ name: 'tickets.v1.0.0', uid: aCsv({}).metadata.uid ?? '' });
  it.each<[string, DeploymentCertificate['owners'], boolean]>([
    ['is taken over from the version before', [before], true],
    ['is left alone once it is its own too', [before, own], false],
    ['is left to somebody else', [owner('Certificate', 'of-cert-manager')], false],
    ['is left to nobody', [], false],
    ['is not judged before it is known whose it is', undefined, false],
  ])('%s', (_name, owners, isTaken) => {
    const certificates = new Map([['tickets', aCertificate('Q0E=', optional({ owners }))]]);
    for (const phase of ['Succeeded', 'InstallReady'] as const) {
      const { actions } = decideCsv(factsOf({ phase, reason: 'InstallSucceeded' }, { certificates }), NOW);
      expect(actions.filter(({ kind }) => kind === 'patch')).toMatchObject(
        isTaken
          ? [
              {
                object: { kind: 'Secret', metadata: { name: 'tickets-service-cert' } },
                metadata: { labels: { 'olm.owner': 'tickets.v1.0.0' }, ownerReferences: [before, own] },
              },
            ]
          : [],
      );
    }
  });
});

describe('a certificate that was read', () => {
  const good: ReadCertificate = {
    notBefore: NOW - DAY,
    notAfter: NOW + 10 * DAY,
    hosts: ['a', 'b', 'c'],
    authorities: 'pem',
    isSigned: true,
  };
  it.each<[string, Partial<ReadCertificate>, boolean]>([
    ['is good', {}, true],
    ['is over', { notAfter: NOW }, false],
    ['is for another host', { hosts: ['a'] }, false],
    ['is of another authority', { isSigned: false }, false],
  ])('%s', (_name, change, usable) => {
    expect(usableCertificate({ ...good, ...change }, ['a', 'b'], NOW) !== undefined).toBe(usable);
  });

  it('is due a day before its end; its hash is that of its maker, else that of its authorities', () => {
    expect(usableCertificate(good, [], NOW)).toEqual({
      caBundle: 'cGVt',
      caHash: 'f0aeace912cf19dc1c6fffd41de6e395daeb5462f1221945706bd0674c3005eb',
      madeAt: NOW - DAY,
      rotateAt: NOW + 9 * DAY,
    });
    expect(usableCertificate({ ...good, hash: 'theirs' }, [], NOW)?.caHash).toBe('theirs');
  });
});
