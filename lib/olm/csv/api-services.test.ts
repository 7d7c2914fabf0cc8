/** `olm-csv-machine.md` is the list that rows are numbered by: section and row. */
import { describe, expect, it } from 'vitest';
import {
  aCertificate,
  anInstallableCsv,
  csvFactsOf,
  EARLIER,
  healthyStatus,
  NOW,
  withStatus,
} from '../../testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { ownerLabels } from '../api/labels.ts';
import type { CsvPhase } from '../api/types.ts';
import { apiServiceFacts, checkApiServices, ownedApiServices } from './api-services.ts';
import { decideCsv, stepOfCsv } from './decide.ts';
import { wantedDeployments } from './deployment.ts';
import type { CsvFacts } from './facts.ts';
import { refusedCsv } from './refused.ts';
import { checkRequirements } from './requirements.ts';

const NAME = 'v1.tides.example.com';
const tide = {
  name: 'tides',
  group: 'tides.example.com',
  version: 'v1',
  kind: 'Tide',
  deploymentName: 'tickets',
};
const OWN = { name: 'tickets.v1.0.0', namespace: 'team-a' };
const available = { conditions: [{ type: 'Available', status: 'True' }] };

function apiService(owner: { name: string; namespace: string } | undefined, more: object = {}): KubeObject {
  const labels = owner === undefined ? {} : ownerLabels(owner);
  return {
    ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' },
    metadata: {
      name: NAME,
      uid: 'uid-api',
      labels: { ...labels, 'operators.coreos.com/flight-ticket.team-a': '' },
    },
    spec: {
      ...{ group: tide.group, version: 'v1', caBundle: 'Q0E=' },
      service: { name: 'tickets-service', namespace: 'team-a', port: 443 },
      ...more,
    },
    status: available,
  };
}

const built: KubeObject = {
  ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.apps' } },
  status: available,
};

function facts(
  phase: CsvPhase,
  existing: readonly KubeObject[],
  {
    reason = '',
    living = [] as string[],
    ...more
  }: Partial<CsvFacts> & { reason?: string; living?: string[] } = {},
): CsvFacts {
  const csv = anInstallableCsv(OWN.name, {
    spec: { apiservicedefinitions: { owned: [tide] } },
    status: { phase, reason, lastTransitionTime: new Date(NOW - 30_000).toISOString() },
  });
  const given = csvFactsOf(csv, {
    packageName: 'flight-ticket',
    certificates: new Map([['tickets', aCertificate()]]),
    ...apiServiceFacts([built, ...existing], ({ namespace, name }) =>
      living.includes(`${namespace}/${name}`),
    ),
    ...more,
  });
  const deployments = wantedDeployments(given).map((object) => withStatus(object, healthyStatus));
  return { ...given, deployments: new Map(deployments.map((one) => [one.metadata.name, one])) };
}

/** What stands around the Deployment, without one. */
function around(missing: string): CsvFacts {
  const given = facts('Succeeded', [apiService(OWN)]);
  return { ...given, rbac: new Map([...given.rbac].filter(([key]) => key !== missing)) };
}

/** Its Service, with other ports. */
function servicesWith(ports: readonly object[]): Map<string, KubeObject> {
  const { services } = facts('Succeeded', []);
  return new Map([...services].map(([name, service]) => [name, { ...service, spec: { ports } }]));
}

const unavailable = { ...apiService(OWN), status: { conditions: [{ type: 'Available', status: 'False' }] } };
const elsewhere = apiService(OWN, { service: { name: 'other', namespace: 'team-a', port: 443 } });

describe('a step of a CSV that serves an API', () => {
  it.each<[row: string, given: CsvFacts, want: string | undefined]>([
    [
      '1b.8 made by hand',
      facts('Pending', [apiService(undefined)]),
      'Failed/OwnerConflict unable to adopt APIService',
    ],
    [
      '1b.8 of an operator that is there',
      facts('Pending', [apiService({ name: 'other.v1', namespace: 'team-b' })], {
        living: ['team-b/other.v1'],
      }),
      'Failed/OwnerConflict unable to adopt APIService',
    ],
    [
      '1b.8 of one that is gone',
      facts('Pending', [apiService({ name: 'other.v1', namespace: 'team-b' })]),
      'InstallReady/AllRequirementsMet all requirements found, attempting install',
    ],
    [
      '1c.7 somebody was quicker',
      facts('Installing', [apiService(undefined)]),
      `Failed/InstallComponentFailed install strategy failed: pre-existing APIService ${NAME} is not adoptable`,
    ],
    ['1c.14 not there yet', facts('Installing', []), undefined],
    [
      '1c.13, 1c.14 not available, whatever its pods go through',
      facts('Installing', [unavailable], { reason: 'InstallWaiting' }),
      'Installing/InstallWaiting apiServices not installed',
    ],
    [
      '1c.14 available',
      facts('Installing', [apiService(OWN)]),
      'Succeeded/InstallSucceeded install strategy completed with no errors',
    ],
    [
      '1d.2 gone',
      facts('Succeeded', []),
      `Failed/APIServiceResourceIssue apiservice.apiregistration.k8s.io "${NAME}" not found`,
    ],
    [
      '1d.2 leads elsewhere',
      facts('Succeeded', [elsewhere]),
      'Failed/APIServiceResourceIssue found APIService and service reference mismatch',
    ],
    [
      '1d.2 its Service is gone',
      facts('Succeeded', [apiService(OWN)], { services: new Map() }),
      'Failed/APIServiceResourceIssue service "tickets-service" not found',
    ],
    [
      '1d.2 its Service leads elsewhere',
      facts('Succeeded', [apiService(OWN)], {
        services: servicesWith([{ name: '8443', port: 8443, targetPort: 8443 }]),
      }),
      'Failed/APIServiceResourceIssue service "tickets-service" not found',
    ],
    [
      '1d.2 the Role by which its pods read the Secret is gone',
      around('Role/team-a/tickets-service-cert'),
      'Failed/APIServiceResourceIssue role.rbac.authorization.k8s.io "tickets-service-cert" not found',
    ],
    [
      '1d.2 the binding of that',
      around('RoleBinding/team-a/tickets-service-cert'),
      'Failed/APIServiceResourceIssue rolebinding.rbac.authorization.k8s.io "tickets-service-cert" not found',
    ],
    [
      '1d.2 that by which its pods check callers',
      around('RoleBinding/kube-system/tickets-service-auth-reader'),
      'Failed/APIServiceResourceIssue rolebinding.rbac.authorization.k8s.io "tickets-service-auth-reader" not found',
    ],
    [
      '1d.2 and that of the cluster',
      around('ClusterRoleBinding//tickets-service-system:auth-delegator'),
      'Failed/APIServiceResourceIssue clusterrolebinding.rbac.authorization.k8s.io "tickets-service-system:auth-delegator" not found',
    ],
    ['1d.2 all of it is there', around(''), undefined],
    [
      '1d.2 its pods have not learnt of the authority',
      {
        ...facts('Succeeded', [apiService(OWN)]),
        certificates: new Map([['tickets', aCertificate('Q0E=', { caHash: 'another' })]]),
      },
      'Failed/APIServiceResourceIssue deployment tickets CA cert hash does not match expected',
    ],
    [
      '1d.2, 1d.3 its Secret is gone: it is made anew at once',
      facts('Succeeded', [apiService(OWN)], { certificates: new Map() }),
      'Pending/NeedsCertRotation CSV owns resources that require a cert refresh',
    ],
    [
      '1e.7 its Service is gone',
      facts('Failed', [apiService(OWN)], { reason: 'APIServiceResourceIssue', services: new Map() }),
      'Pending/APIServiceResourcesNeedReinstall service "tickets-service" not found',
    ],
    [
      '1d.10 does not answer',
      facts('Succeeded', [unavailable]),
      'Failed/ComponentUnhealthy apiServices not installed',
    ],
    ['1d.10 answers', facts('Succeeded', [apiService(OWN)]), undefined],
    [
      '1e.7 gone',
      facts('Failed', [], { reason: 'APIServiceResourceIssue' }),
      `Pending/APIServiceResourcesNeedReinstall apiservice.apiregistration.k8s.io "${NAME}" not found`,
    ],
    [
      '1e.7 somebody else’s',
      facts('Failed', [apiService(undefined)], { reason: 'ComponentUnhealthy' }),
      undefined,
    ],
    [
      '1e.7 does not answer yet',
      facts('Failed', [unavailable], { reason: 'ComponentUnhealthy' }),
      'Pending/NeedsReinstall apiServices not installed',
    ],
  ])('%s', (_row, given, want) => {
    const { next } = stepOfCsv(given, NOW);
    expect(next && `${next.phase}/${next.reason} ${next.message}`).toBe(want);
  });

  it.each([
    [false, 'Failed/APIServiceInstallFailed APIService install failed: no'],
    [true, 'Failed/InstallComponentFailedNoRetry install strategy failed: install strategy failed: no'],
  ])('1c.13 the API server refuses it, for want of a right: %s', (forbidden, want) => {
    const refusal = { forbidden, message: 'no' };
    const { phase, reason, message } = refusedCsv(facts('Installing', []), refusal, NOW)?.status ?? {};
    expect(`${phase ?? ''}/${reason ?? ''} ${message ?? ''}`).toBe(want);
  });

  it('leads the API server to its Service once that serves, with the authority of its certificate', () => {
    const { actions } = stepOfCsv(facts('Installing', []), NOW);
    expect(actions).toMatchObject([
      {
        kind: 'apply',
        object: {
          kind: 'APIService',
          metadata: { name: NAME, labels: ownerLabels(OWN) },
          spec: {
            ...{ group: 'tides.example.com', version: 'v1', caBundle: 'Q0E=' },
            ...{ groupPriorityMinimum: 2000, versionPriority: 15 },
            service: { name: 'tickets-service', namespace: 'team-a', port: 443 },
          },
        },
      },
    ]);
  });

  it('writes a new authority without ado, and nothing while there is no certificate', () => {
    const renewed = { certificates: new Map([['tickets', aCertificate('TkVX')]]) };
    expect(checkApiServices(facts('Succeeded', [apiService(OWN)], renewed))).toMatchObject({
      state: 'installed',
      writes: [{ object: { spec: { caBundle: 'TkVX' } } }],
    });
    expect(checkApiServices(facts('Installing', [], { certificates: new Map() }))).toMatchObject({
      state: 'absent',
      writes: [],
    });
  });

  it('takes over what the version before it served, and deletes what it serves no more', () => {
    const before = anInstallableCsv('tickets.v0.9.0', { status: { phase: 'Replacing' } });
    const taken = facts('Installing', [apiService({ ...OWN, name: 'tickets.v0.9.0' })], {
      siblings: [before],
      living: ['team-a/tickets.v0.9.0'],
    });
    const replacing = {
      ...taken,
      csv: { ...taken.csv, spec: { ...taken.csv.spec, replaces: 'tickets.v0.9.0' } },
    };
    expect(checkApiServices(taken).state).toBe('refused');
    expect(checkApiServices(replacing)).toMatchObject({ state: 'installed', writes: [{ kind: 'apply' }] });
    const old = { ...apiService(OWN), metadata: { ...apiService(OWN).metadata, name: 'v1.old.example.com' } };
    expect(checkApiServices(facts('Succeeded', [apiService(OWN), old])).writes).toMatchObject([
      { kind: 'delete', ref: { name: 'v1.old.example.com' }, uid: 'uid-api' },
    ]);
  });

  it('1f.5 takes it away before anything else when it goes', () => {
    const given = facts('Succeeded', [apiService(OWN)]);
    const csv = { ...given.csv, metadata: { ...given.csv.metadata, deletionTimestamp: EARLIER } };
    expect(decideCsv({ ...given, csv }, NOW)).toMatchObject({
      actions: [{ kind: 'delete', ref: { name: NAME } }],
      again: { kind: 'after' },
    });
    const gone = decideCsv({ ...given, csv, ...apiServiceFacts([built], () => false) }, NOW);
    expect(gone.actions.at(-1)).toMatchObject({ kind: 'patch' });
  });
});

describe('the requirements of a CSV', () => {
  it('1g.6, 1g.7 name its Deployment, and whether an API that it requires is available', () => {
    const required = { name: 'w', group: 'winds.example.com', version: 'v2', kind: 'Wind' };
    const wind = (status: string): KubeObject => ({
      ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' },
      metadata: { name: 'v2.winds.example.com', uid: 'uid-wind' },
      status: { conditions: [{ type: 'Available', status }] },
    });
    const statuses = (...winds: KubeObject[]): unknown[] => {
      const given = facts('Pending', winds, { servedApis: new Set(['winds.example.com/v2/Wind']) });
      const owned = [tide, { ...tide, version: 'v3', deploymentName: 'nobody' }];
      const csv = {
        ...given.csv,
        spec: { ...given.csv.spec, apiservicedefinitions: { owned, required: [required] } },
      };
      return checkRequirements({ ...given, csv })
        .statuses.filter(({ kind }) => kind === 'APIService')
        .map(({ name, status, uuid }) => [name, status, uuid]);
    };
    const own = [
      [NAME, 'DeploymentFound', undefined],
      ['v3.tides.example.com', 'DeploymentNotFound', undefined],
    ];
    expect(statuses(wind('True'))).toEqual([['v2.winds.example.com', 'Present', 'uid-wind'], ...own]);
    expect(statuses(wind('False'))).toEqual([['v2.winds.example.com', 'NotPresent', 'uid-wind'], ...own]);
    expect(statuses()).toEqual([['v2.winds.example.com', 'NotPresent', undefined], ...own]);
  });

  it('are about none that is left out', () => {
    expect(ownedApiServices({ ...facts('Pending', []), leavesOut: 'unserved' })).toEqual([]);
  });
});
