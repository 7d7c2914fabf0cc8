import { describe, expect, it } from 'vitest';
import {
  capabilityLevel,
  categories,
  examples,
  infrastructureFeatures,
  suggestedNamespace,
} from './csv-annotations.ts';
import { readCsv, readCsvMetadata } from './csv-summary.ts';

const csv = {
  metadata: {
    name: 'op.v1.0.0',
    annotations: {
      description: '  One\n line ',
      categories: 'Database, Monitoring,',
      capabilities: 'full lifecycle',
      'alm-examples': '[{"kind":"A"}, 7]',
      createdAt: '2024-01-01',
      containerImage: 'registry.invalid/op:1',
      repository: 'javascript:alert(1)',
      'operatorframework.io/suggested-namespace': 'op-system',
    },
  },
  spec: {
    displayName: 'Op',
    description: '# Op\nFirst. Second.',
    provider: { name: 'Us', url: 'https://us.invalid' },
    keywords: ['a', 7, '', 'b'],
    links: [
      { name: 'Docs', url: 'https://docs.invalid/x' },
      { name: 'Evil', url: 'javascript:alert(1)' },
      { url: 'http://plain.invalid' },
    ],
    maintainers: [{ name: 'M', email: 'm@us.invalid' }, {}, 'x'],
    installModes: [
      { type: 'OwnNamespace', supported: true },
      { type: 'AllNamespaces', supported: 'yes' },
      { type: 'Sideways', supported: true },
    ],
    customresourcedefinitions: {
      owned: [
        { name: 'as.g.io', version: 'v1', kind: 'A', displayName: 'An A', description: 'd' },
        { name: 'nodot', version: 'v1', kind: 'B' },
        { name: 'cs.g.io', kind: 'C' },
      ],
      required: [{ name: 'ds.h.io', version: 'v2', kind: 'D' }],
    },
    apiservicedefinitions: { owned: [{ name: 'es', group: 'e.io', version: 'v1', kind: 'E' }] },
    webhookdefinitions: [
      {
        type: 'MutatingAdmissionWebhook',
        generateName: 'hook',
        rules: [
          { apiGroups: ['g.io'], resources: ['as'] },
          { apiGroups: ['', 'apps'], resources: ['pods', 'pods/status'] },
        ],
      },
      {
        type: 'ValidatingAdmissionWebhook',
        generateName: 'own',
        rules: [{ apiGroups: ['g.io'], resources: ['*'] }],
      },
      {
        type: 'ValidatingAdmissionWebhook',
        generateName: 'open',
        failurePolicy: 'Ignore',
        rules: [{ apiGroups: [''], resources: ['pods'] }],
      },
    ],
    install: {
      spec: {
        permissions: [
          { serviceAccountName: 'sa', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
        ],
        clusterPermissions: [
          { serviceAccountName: 'sa', rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] },
        ],
      },
    },
  },
};

describe('readCsv', () => {
  const { summary, providedApis, requiredApis } = readCsv(csv);

  it('takes what the pages show', () => {
    const { extras: _extras, ...shown } = summary;
    expect(shown).toEqual({
      displayName: 'Op',
      summary: 'One line',
      description: '# Op\nFirst. Second.',
      provider: 'Us',
      keywords: ['a', 'b'],
      categories: ['Database', 'Monitoring'],
      links: [
        { name: 'Docs', url: 'https://docs.invalid/x' },
        { name: 'http://plain.invalid/', url: 'http://plain.invalid/' },
      ],
      maintainers: [{ name: 'M', email: 'm@us.invalid' }],
      installModes: [
        { type: 'OwnNamespace', supported: true },
        { type: 'AllNamespaces', supported: false },
      ],
      capabilityLevel: 'Full Lifecycle',
      createdAt: '2024-01-01',
      containerImage: 'registry.invalid/op:1',
      suggestedNamespace: 'op-system',
      examples: [{ kind: 'A' }],
      infrastructureFeatures: [],
      permissions: [
        {
          serviceAccount: 'sa',
          scope: 'namespace',
          rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
        },
        {
          serviceAccount: 'sa',
          scope: 'cluster',
          rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
        },
      ],
      webhooks: [
        {
          type: 'MutatingAdmissionWebhook',
          name: 'hook',
          matches: ['as.g.io', 'pods', 'pods.apps', 'pods/status', 'pods/status.apps'],
          closesOn: ['pods', 'pods/status', 'pods.apps', 'pods/status.apps'],
        },
        { type: 'ValidatingAdmissionWebhook', name: 'own', matches: ['*.g.io'] },
        { type: 'ValidatingAdmissionWebhook', name: 'open', matches: ['pods'] },
      ],
      aggregatedApis: [{ name: 'v1.e.io', kinds: ['E'] }],
    });
  });

  it('takes the APIs that are described well enough', () => {
    expect(providedApis).toEqual([
      { group: 'g.io', version: 'v1', kind: 'A', name: 'as.g.io', displayName: 'An A', description: 'd' },
      { group: 'e.io', version: 'v1', kind: 'E', name: 'es.e.io' },
    ]);
    expect(requiredApis).toEqual([{ group: 'h.io', version: 'v2', kind: 'D' }]);
  });

  it.each([null, 7, 'x', [], {}, { spec: 'x', metadata: [] }, { spec: { links: { 0: 1 }, install: 'x' } }])(
    'makes something of %j',
    (value) => {
      expect(readCsv(value).summary).toMatchObject({ displayName: '', links: [], permissions: [] });
    },
  );

  it('cuts texts that have no end', () => {
    const long = readCsv({
      spec: { displayName: 'x'.repeat(1000), description: `${'y'.repeat(65_534)}😀😀` },
    }).summary;
    expect(long.displayName).toHaveLength(256);
    expect(long.description.length).toBeLessThanOrEqual(65_536);
    expect(long.description.isWellFormed()).toBe(true);
  });
});

describe('readCsvMetadata (13: olm.csv.metadata)', () => {
  it('reads the same things under their other names', () => {
    const { spec, metadata } = csv;
    const content = readCsvMetadata(
      {
        displayName: spec.displayName,
        annotations: metadata.annotations,
        crdDescriptions: spec.customresourcedefinitions,
      },
      'op.v1.0.0',
    );
    expect(content.summary).toMatchObject({ displayName: 'Op', summary: 'One line', permissions: [] });
    expect(content.providedApis.map(({ kind }) => kind)).toEqual(['A']);
  });

  it('falls back to the name', () => {
    expect(readCsvMetadata(undefined, 'op.v1.0.0').summary.displayName).toBe('op.v1.0.0');
  });
});

describe('the one-line summary', () => {
  it.each([
    ['First sentence. Second one.', 'First sentence.'],
    ['# Title\n\nThe text\ngoes on. More.', 'The text goes on.'],
    ['# Title\nThe text.', 'The text.'],
    ['A [link](https://x.invalid) and **bold**', 'A link and bold'],
    ['![logo](x.png)\n\nVersion 1.2.3 is here! Yes', 'Version 1.2.3 is here!'],
    ['', ''],
  ])('of %j is %j', (description, want) => {
    expect(readCsv({ spec: { description } }).summary.summary).toBe(want);
  });
});

describe('annotations', () => {
  it.each([
    ['Basic Install', 'Basic Install'],
    ['autopilot', 'Auto Pilot'],
    ['deep-insights', 'Deep Insights'],
    ['Magic', undefined],
    [7, undefined],
  ])('capabilities %j → %s', (capabilities, want) => {
    expect(capabilityLevel({ capabilities })).toBe(want);
  });

  it('categories are trimmed, without repetition', () => {
    expect(categories({ categories: ' A ,B,,A' })).toEqual(['A', 'B']);
  });

  it.each([
    ['[{"a":1}]', 1],
    ['{"a":1}', 1],
    ['[{"a":1,},]', 1],
    ['[{"a":null}, null, "x"]', 1],
    ['nonsense', 0],
    ['', 0],
    [7, 0],
  ])('alm-examples %j → %i', (text, want) => {
    expect(examples({ 'alm-examples': text })).toHaveLength(want);
  });

  it('infrastructure features: the newer form adds and takes away', () => {
    const annotations = {
      'operators.openshift.io/infrastructure-features': '["disconnected", "Proxy", "sno", "unheard-of", 7]',
      'features.operators.openshift.io/disconnected': 'false',
      'features.operators.openshift.io/fips-compliant': 'true',
      'features.operators.openshift.io/token-auth-aws': 'true',
      'features.operators.openshift.io/token-auth-azure': 'false',
      'features.operators.openshift.io/unheard-of': 'true',
    };
    expect(infrastructureFeatures(annotations)).toEqual([
      'Designed for FIPS',
      'Proxy-aware',
      'Short-lived token auth',
      'Single Node Clusters',
    ]);
    expect(infrastructureFeatures({ 'operators.openshift.io/infrastructure-features': '{' })).toEqual([]);
  });

  it.each([
    [{ 'operatorframework.io/suggested-namespace': 'a' }, 'a'],
    [{ 'operatorframework.io/suggested-namespace': 'Not A Name' }, undefined],
    [
      {
        'operatorframework.io/suggested-namespace-template': '{"metadata":{"name":"b"}}',
        'operatorframework.io/suggested-namespace': 'a',
      },
      'b',
    ],
    [{ 'operatorframework.io/suggested-namespace-template': '{' }, undefined],
  ])('suggested namespace of %j → %s', (annotations, want) => {
    expect(suggestedNamespace(annotations)).toBe(want);
  });
});
