/** The sample bundles agree with themselves and with the operator they ship. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SCOPE_ANNOTATION, definitions as etcdKinds } from './etcd/kinds.ts';
import { ticketKind } from './flight-ticket/kind.ts';
import { crdOf } from './kit/definition.ts';
import { loggerKind } from './logger/logger.ts';

const EXAMPLES = import.meta.dirname;
const CSV = z.object({
  metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()) }),
  spec: z.object({
    version: z.string(),
    replaces: z.string().optional(),
    icon: z.array(z.object({ mediatype: z.string(), base64data: z.string() })).length(1),
    webhookdefinitions: z
      .array(z.object({ deploymentName: z.string(), targetPort: z.int(), webhookPath: z.string() }))
      .default([]),
    installModes: z.array(z.object({ type: z.string(), supported: z.boolean() })),
    customresourcedefinitions: z.object({
      owned: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          version: z.string(),
          specDescriptors: z.array(z.object({ path: z.string() })),
          statusDescriptors: z.array(z.object({ path: z.string() })),
        }),
      ),
    }),
    install: z.object({
      spec: z.object({
        permissions: z.array(z.object({ serviceAccountName: z.string(), rules: z.array(z.unknown()) })),
        deployments: z.array(z.object({ name: z.string(), spec: z.unknown() })),
      }),
    }),
  }),
});
const Schema = z.object({ properties: z.record(z.string(), z.unknown()) });
const CRD = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({
    group: z.string(),
    names: z.object({ kind: z.string(), plural: z.string(), shortNames: z.array(z.string()) }),
    versions: z
      .array(
        z.object({
          name: z.string(),
          additionalPrinterColumns: z.array(z.object({ name: z.string() })),
          schema: z.object({
            openAPIV3Schema: z.object({ properties: z.object({ spec: Schema, status: Schema }) }),
          }),
        }),
      )
      .min(1),
  }),
});

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] };

interface Sample {
  readonly package: string;
  readonly crd: string;
  readonly shortName: string;
  /** What stands in its example, besides more. */
  readonly example: Record<string, unknown>;
  readonly rules: readonly Rule[];
}

const EVENTS: Rule = { apiGroups: [''], resources: ['events'], verbs: ['create'] };

const TICKETS: Sample = {
  package: 'flight-ticket',
  crd: 'flights.com_flighttickets.yaml',
  shortName: 'ft',
  example: { apiVersion: 'flights.com/v1', kind: 'FlightTicket', spec: { number: 2 } },
  rules: [
    { apiGroups: ['flights.com'], resources: ['flighttickets'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: ['flights.com'], resources: ['flighttickets/status'], verbs: ['patch'] },
    EVENTS,
  ],
};

const LOGGERS: Sample = {
  package: 'logger',
  crd: 'example.com_loggers.yaml',
  shortName: 'lg',
  example: { apiVersion: 'example.com/v1', kind: 'Logger', spec: { replicas: 2 } },
  rules: [
    { apiGroups: ['example.com'], resources: ['loggers'], verbs: ['get', 'list', 'watch'] },
    { apiGroups: ['example.com'], resources: ['loggers/status'], verbs: ['patch'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch', 'create', 'delete'] },
    EVENTS,
  ],
};

function bundle(sample: Sample, version: string): { csv: z.infer<typeof CSV>; crd: z.infer<typeof CRD> } {
  const folder = join(EXAMPLES, 'catalog', sample.package, version, 'manifests');
  const read = (file: string): unknown => parse(readFileSync(join(folder, file), 'utf8'));
  return {
    csv: CSV.parse(read(`${sample.package}.clusterserviceversion.yaml`)),
    crd: CRD.parse(read(sample.crd)),
  };
}

describe.each([
  { sample: TICKETS, version: '1.0.0', module: 'flight-ticket' },
  { sample: TICKETS, version: '2.0.0', module: 'flight-ticket' },
  { sample: LOGGERS, version: '1.0.0', module: 'logger-operator' },
  { sample: LOGGERS, version: '2.0.0', module: 'logger-operator' },
])('bundle $version of $sample.package', ({ sample, version, module }) => {
  const { csv, crd } = bundle(sample, version);
  const schema = crd.spec.versions[0]?.schema.openAPIV3Schema.properties;
  const operator = `${sample.package}-operator`;

  it('owns the CRD it carries', () => {
    expect(csv.spec.version).toBe(version);
    expect(csv.metadata.name).toBe(`${sample.package}.v${version}`);
    expect(csv.spec.customresourcedefinitions.owned).toMatchObject([
      { name: crd.metadata.name, kind: crd.spec.names.kind, version: crd.spec.versions[0]?.name },
    ]);
    expect(crd.spec.names.shortNames).toEqual([sample.shortName]);
  });

  it('describes fields that exist, and all of the spec', () => {
    const [owned] = csv.spec.customresourcedefinitions.owned;
    expect(owned?.specDescriptors.map(({ path }) => path)).toEqual(
      Object.keys(schema?.spec.properties ?? {}),
    );
    expect(Object.keys(schema?.status.properties ?? {})).toEqual(
      expect.arrayContaining(owned?.statusDescriptors.map(({ path }) => path) ?? []),
    );
  });

  it('shows the icon of the sources', () => {
    const svg = readFileSync(join(EXAMPLES, sample.package, 'icon.svg'));
    expect(csv.spec.icon).toEqual([{ mediatype: 'image/svg+xml', base64data: svg.toString('base64') }]);
  });

  it('has an example of its kind', () => {
    const examples: unknown = JSON.parse(csv.metadata.annotations['alm-examples'] ?? '');
    expect(examples).toMatchObject([sample.example]);
  });

  it('supports every install mode', () => {
    expect(csv.spec.installModes.filter(({ supported }) => supported).map(({ type }) => type)).toEqual([
      'OwnNamespace',
      'SingleNamespace',
      'MultiNamespace',
      'AllNamespaces',
    ]);
  });

  it('asks for no more rights than it needs', () => {
    expect(csv.spec.install.spec.permissions).toEqual([
      { serviceAccountName: operator, rules: sample.rules },
    ]);
  });

  it('is run by local mode under its own version', () => {
    expect(csv.spec.install.spec.deployments).toMatchObject([
      {
        name: operator,
        spec: {
          template: {
            metadata: { annotations: { 'capstan.dev/run': module } },
            spec: {
              serviceAccountName: operator,
              containers: [{ env: expect.arrayContaining([{ name: 'OPERATOR_VERSION', value: version }]) }],
            },
          },
        },
      },
    ]);
  });
});

/** By version of the API: what a ticket has there. */
const FIELDS = {
  v1: ['from', 'to', 'number', 'class'],
  v2: ['route', 'travellers', 'class'],
};

describe('bundle 3.0.0', () => {
  const { csv, crd } = bundle(TICKETS, '3.0.0');

  it('owns both versions of the CRD it carries, and leaves it to its webhook to convert them', () => {
    expect(csv.metadata.name).toBe('flight-ticket.v3.0.0');
    expect(csv.spec.customresourcedefinitions.owned.map(({ name, version }) => [name, version])).toEqual(
      crd.spec.versions.map(({ name }) => [crd.metadata.name, name]),
    );
    expect(Object.keys(crd.spec)).not.toContain('conversion');
  });

  it('describes all of the spec of each', () => {
    const specs = crd.spec.versions.map(({ name, schema }): [string, string[]] => [
      name,
      Object.keys(schema.openAPIV3Schema.properties.spec.properties),
    ]);
    expect(Object.fromEntries(specs)).toEqual(FIELDS);
    const described = csv.spec.customresourcedefinitions.owned.map(({ version, specDescriptors }) => [
      version,
      [...new Set(specDescriptors.map(({ path }) => path.split('.')[0]))],
    ]);
    expect(Object.fromEntries(described)).toEqual(FIELDS);
  });

  it('is for the whole cluster, as what converts has to be', () => {
    expect(csv.spec.installModes.filter(({ supported }) => supported).map(({ type }) => type)).toEqual([
      'AllNamespaces',
    ]);
  });

  it('asks for its webhooks where its process listens', () => {
    expect(csv.spec.webhookdefinitions.map(({ webhookPath }) => webhookPath)).toEqual([
      '/validate',
      '/default',
      '/convert',
    ]);
    const [deployment] = csv.spec.install.spec.deployments;
    for (const { deploymentName, targetPort } of csv.spec.webhookdefinitions) {
      expect([deploymentName, targetPort]).toEqual([deployment?.name, 9443]);
    }
    expect(deployment?.spec).toMatchObject({
      template: { spec: { containers: [{ ports: [{ containerPort: 9443 }] }] } },
    });
  });
});

describe('the versions', () => {
  it('follow each other', () => {
    expect(bundle(TICKETS, '3.0.0').csv.spec.replaces).toBe('flight-ticket.v2.0.0');
    expect(bundle(TICKETS, '2.0.0').csv.spec.replaces).toBe('flight-ticket.v1.0.0');
    expect(bundle(TICKETS, '1.0.0').csv.spec.replaces).toBeUndefined();
  });

  it('of Logger follow each other, and differ in the prefix, which those of before get', () => {
    expect(bundle(LOGGERS, '2.0.0').csv.spec.replaces).toBe('logger.v1.0.0');
    const fields = (version: string): Record<string, unknown> =>
      bundle(LOGGERS, version).crd.spec.versions[0]?.schema.openAPIV3Schema.properties.spec.properties ?? {};
    expect(Object.keys(fields('1.0.0'))).toEqual(['name', 'timeInterval', 'replicas']);
    expect(fields('2.0.0')['prefix']).toMatchObject({ default: 'INFO' });
  });

  it('differ in what a person sees', () => {
    const columns = (version: string): string[] =>
      bundle(TICKETS, version).crd.spec.versions.flatMap((each) =>
        each.additionalPrinterColumns.map(({ name }) => name),
      );
    expect(columns('1.0.0')).toEqual(['From', 'To', 'Number', 'Status', 'Age']);
    expect(columns('2.0.0')).toEqual(['From', 'To', 'Number', 'Status', 'Gate', 'Age']);
  });
});

it.each([
  { bundled: TICKETS, version: '1.0.0', kind: ticketKind(1) },
  { bundled: TICKETS, version: '2.0.0', kind: ticketKind(2) },
  { bundled: TICKETS, version: '3.0.0', kind: ticketKind(3) },
  { bundled: LOGGERS, version: '1.0.0', kind: loggerKind(1) },
  { bundled: LOGGERS, version: '2.0.0', kind: loggerKind(2) },
])(
  'bundle $version of $bundled.package has the definition of the kind in its sources',
  ({ bundled, version, kind }) => {
    const path = join(EXAMPLES, 'catalog', bundled.package, version, 'manifests', bundled.crd);
    expect(parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(crdOf(kind))));
  },
);

const ETCD_CSV = 'etcd.clusterserviceversion.yaml';

function etcdManifest(version: string, file: string): unknown {
  return parse(readFileSync(join(EXAMPLES, 'catalog/etcd', version, 'manifests', file), 'utf8'));
}

it('of etcd for all namespaces is the newest but for its name, its modes, its example and its words', () => {
  const [one, all] = ['1.2.0', '1.2.0-clusterwide'].map((version) => etcdManifest(version, ETCD_CSV));
  const { metadata, spec } = CSV.parse(all);
  expect([metadata.name, spec.version]).toEqual(['etcd.v1.2.0-clusterwide', '1.2.0-clusterwide']);
  expect(spec.installModes.filter(({ supported }) => supported)).toEqual([
    { type: 'AllNamespaces', supported: true },
  ]);
  const examples: unknown = JSON.parse(metadata.annotations['alm-examples'] ?? '');
  expect(examples).toMatchObject([
    { metadata: { annotations: { [SCOPE_ANNOTATION]: 'clusterwide' } } },
    { kind: 'EtcdBackup' },
    { kind: 'EtcdRestore' },
  ]);
  const rest = (csv: unknown): unknown => {
    const whole = z
      .object({
        metadata: z.object({ annotations: z.looseObject({}) }),
        spec: z.looseObject({}),
      })
      .parse(csv);
    const own = { version: '', replaces: '', description: '', installModes: [] };
    return [
      { ...whole.metadata.annotations, 'alm-examples': '' },
      { ...whole.spec, ...own },
    ];
  };
  expect(rest(all)).toEqual(rest(one));
  for (const { group, plural } of etcdKinds) {
    const file = `${group}_${plural}.yaml`;
    expect(etcdManifest('1.2.0-clusterwide', file)).toEqual(etcdManifest('1.2.0', file));
  }
});

describe.each([
  { version: '1.0.0', replaces: undefined, level: 'Full Lifecycle' },
  { version: '1.1.0', replaces: 'etcd.v1.0.0', level: 'Deep Insights' },
  { version: '1.2.0', replaces: 'etcd.v1.1.0', level: 'Auto Pilot' },
])('bundle $version of etcd', ({ version, replaces, level }) => {
  const csv = CSV.parse(etcdManifest(version, ETCD_CSV));

  it('follows the one before, and claims one level more', () => {
    expect(csv.metadata.name).toBe(`etcd.v${version}`);
    expect(csv.spec.version).toBe(version);
    expect(csv.spec.replaces).toBe(replaces);
    expect(csv.metadata.annotations['capabilities']).toBe(level);
  });

  it.each(etcdKinds)('has the definition of $kind that its operator makes', (kind) => {
    const file = `${kind.group}_${kind.plural}.yaml`;
    expect(etcdManifest(version, file)).toEqual(JSON.parse(JSON.stringify(crdOf(kind))));
  });

  it('owns them, describes fields that exist, and has an example of each', () => {
    const { owned } = csv.spec.customresourcedefinitions;
    expect(owned.map(({ name, kind }) => [name, kind])).toEqual(
      etcdKinds.map(({ plural, group, kind }) => [`${plural}.${group}`, kind]),
    );
    const examples = z
      .array(z.object({ kind: z.string(), spec: z.unknown() }))
      .parse(JSON.parse(csv.metadata.annotations['alm-examples'] ?? ''));
    expect(examples.map(({ kind }) => kind)).toEqual(etcdKinds.map(({ kind }) => kind));
    for (const [index, { versions }] of etcdKinds.entries()) {
      expect(versions[0].spec.safeParse(examples[index]?.spec).error).toBeUndefined();
      const fields = Object.keys(JSON.parse(JSON.stringify(z.toJSONSchema(versions[0].spec))).properties);
      for (const { path } of owned[index]?.specDescriptors ?? [])
        expect(fields).toContain(path.split('.')[0]);
    }
  });

  it('shows the icon of the sources, and is run by local mode under its own version', () => {
    const svg = readFileSync(join(EXAMPLES, 'etcd/icon.svg'));
    expect(csv.spec.icon).toEqual([{ mediatype: 'image/svg+xml', base64data: svg.toString('base64') }]);
    expect(csv.spec.install.spec.deployments).toMatchObject([
      {
        name: 'etcd-operator',
        spec: {
          template: {
            metadata: { annotations: { 'capstan.dev/run': 'etcd-operator' } },
            spec: {
              containers: [{ env: expect.arrayContaining([{ name: 'OPERATOR_VERSION', value: version }]) }],
            },
          },
        },
      },
    ]);
  });
});
