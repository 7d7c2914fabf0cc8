import { expect, it } from 'vitest';
import { aBundle, aPackage } from '#lib/testing/catalog.ts';
import { aCrd } from '#lib/testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import type { ChannelEntry } from '../api/catalog.ts';
import { wayBack, type WayBack, type WayBackFacts } from './way-back.ts';

const FROM = { csv: 'tickets.v1.0.0', version: '1.0.0' };
const TO = 'tickets.v2.0.0';
const crd = 'tickets.example.com';

function aDetail(
  entry: Partial<ChannelEntry> = { replaces: FROM.csv },
  versions: readonly string[] = ['1.0.0', '2.0.0'],
): PackageDetail {
  const bundleList = versions.map((version) => aBundle('tickets', version));
  const channels = { stable: [{ name: TO, ...entry }, { name: FROM.csv }] };
  return { ...aPackage('tickets', channels, { bundleList }), hasIcon: false };
}

interface Version {
  name: string;
  served?: boolean;
  storage?: boolean;
  fields?: Record<string, unknown>;
}

function aDefinition(versions: readonly Version[], spec: object = {}, stored = ['v1']): KubeObject {
  const base = aCrd();
  return {
    ...base,
    spec: {
      ...(base['spec'] as object),
      versions: versions.map(({ name, served = true, storage = false, fields = {} }) => ({
        ...{ name, served, storage },
        schema: { openAPIV3Schema: { type: 'object', properties: fields } },
      })),
      ...spec,
    },
    status: { storedVersions: stored },
  };
}

const v1 = { name: 'v1', storage: true };
const text = { type: 'string' };
const before = aDefinition([v1]);
const webhook = { conversion: { strategy: 'Webhook' } };

const rows: {
  name: string;
  facts?: Partial<WayBackFacts>;
  /** Both definitions are of the same name. */
  crd?: { before: KubeObject | undefined; after: KubeObject | undefined };
  want: WayBack;
}[] = [
  { name: 'nothing in the way', want: { verdict: 'open', reasons: [], unjudged: [] } },
  {
    name: 'a definition that stays as it was',
    crd: { before, after: before },
    want: { verdict: 'open', reasons: [], unjudged: [] },
  },
  {
    name: 'a version more, which nothing is stored in: who uses it loses it',
    crd: { before, after: aDefinition([v1, { name: 'v2' }]) },
    want: { verdict: 'costly', reasons: [{ code: 'unserved', crd, versions: ['v2'] }], unjudged: [] },
  },
  {
    name: 'objects stored in a version that was not there before',
    crd: { before, after: aDefinition([{ name: 'v1' }, { name: 'v2', storage: true }]) },
    want: { verdict: 'closed', reasons: [{ code: 'stored', crd, versions: ['v2'] }], unjudged: [] },
  },
  {
    name: 'objects stored in another version that was there before',
    crd: {
      before: aDefinition([v1, { name: 'v2' }]),
      after: aDefinition([{ name: 'v1' }, { name: 'v2', storage: true }]),
    },
    // The version that new objects are stored in changes, and may change back.
    want: { verdict: 'open', reasons: [], unjudged: [] },
  },
  {
    name: 'a version gone that nothing is stored in',
    crd: { before: aDefinition([{ name: 'v1alpha1' }, v1]), after: before },
    want: { verdict: 'open', reasons: [], unjudged: [] },
  },
  {
    name: 'a version gone that objects may be stored in',
    crd: { before: aDefinition([{ name: 'v1alpha1' }, v1], {}, ['v1alpha1', 'v1']), after: before },
    want: { verdict: 'closed', reasons: [{ code: 'lost', crd, versions: ['v1alpha1'] }], unjudged: [] },
  },
  {
    name: 'fields that are new, and one that allows more',
    crd: {
      before: aDefinition([{ ...v1, fields: { from: { ...text, maxLength: 3 } } }]),
      after: aDefinition([{ ...v1, fields: { from: text, to: text } }]),
    },
    want: { verdict: 'costly', reasons: [{ code: 'fields', crd, count: 2 }], unjudged: [] },
  },
  {
    name: 'fields that go: they come back',
    crd: { before: aDefinition([{ ...v1, fields: { from: text } }]), after: before },
    want: { verdict: 'open', reasons: [], unjudged: [] },
  },
  {
    name: 'another scope',
    crd: { before, after: aDefinition([v1], { scope: 'Cluster' }) },
    want: { verdict: 'closed', reasons: [{ code: 'scope', crd }], unjudged: [] },
  },
  {
    name: 'a webhook that converts from now on',
    crd: { before, after: aDefinition([v1], webhook) },
    want: { verdict: 'costly', reasons: [{ code: 'conversion', crd }], unjudged: [] },
  },
  {
    name: 'a webhook that converts before and after',
    crd: { before: aDefinition([v1], webhook), after: aDefinition([v1], webhook) },
    want: { verdict: 'open', reasons: [], unjudged: [] },
  },
  {
    name: 'a version before that its catalog has lost',
    facts: { pkg: aDetail({}, ['2.0.0']) },
    want: { verdict: 'closed', reasons: [{ code: 'gone' }], unjudged: [] },
  },
  {
    name: 'a version before that is skipped by its name',
    facts: { pkg: aDetail({ skips: [FROM.csv] }) },
    want: { verdict: 'costly', reasons: [{ code: 'skipped', by: 'skips' }], unjudged: [] },
  },
  {
    name: 'a version before that is skipped by a range',
    facts: { pkg: aDetail({ skipRange: '<2.0.0' }) },
    want: { verdict: 'costly', reasons: [{ code: 'skipped', by: 'skipRange' }], unjudged: [] },
  },
  {
    name: 'a version before that is replaced, and in the range as well',
    facts: { pkg: aDetail({ replaces: FROM.csv, skipRange: '<2.0.0' }) },
    want: { verdict: 'open', reasons: [], unjudged: [] },
  },
  {
    name: 'a catalog that may not be read',
    facts: { pkg: undefined },
    want: { verdict: 'unjudged', reasons: [], unjudged: [{ kind: 'catalog' }] },
  },
  {
    name: 'a catalog that tells of heads alone',
    facts: { pkg: { ...aDetail({}, ['2.0.0']), noGraph: true } },
    want: { verdict: 'unjudged', reasons: [], unjudged: [{ kind: 'catalog' }] },
  },
  {
    name: 'an installed version that may not be read',
    facts: { from: undefined },
    want: { verdict: 'unjudged', reasons: [], unjudged: [{ kind: 'installed' }] },
  },
  {
    name: 'a definition that may not be read',
    crd: { before: undefined, after: before },
    want: { verdict: 'unjudged', reasons: [], unjudged: [{ kind: 'crd', name: crd }] },
  },
  {
    name: 'a definition whose content is not there, beside what closes the way',
    facts: { pkg: aDetail({}, ['2.0.0']) },
    crd: { before, after: undefined },
    want: { verdict: 'closed', reasons: [{ code: 'gone' }], unjudged: [{ kind: 'crd', name: crd }] },
  },
];

it.each(rows)('judges $name', ({ facts = {}, crd: both, want }) => {
  const crds = both === undefined ? [] : [{ name: crd, ...both }];
  expect(wayBack({ to: TO, from: FROM, pkg: aDetail(), crds, ...facts })).toEqual(want);
});
