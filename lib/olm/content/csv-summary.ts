/**
 * From a ClusterServiceVersion, or from the property `olm.csv.metadata` that catalogs carry in its place, to what the
 * catalog pages show. Whatever is missing or of the wrong type is left out; all texts are bounded.
 */
import { firstSentence } from '../../base/sentence.ts';
import type {
  CsvSummary,
  CsvWebhook,
  GroupVersionKind,
  InstallModeType,
  PermissionRequest,
  PolicyRule,
  ProvidedApi,
} from '../api/catalog.ts';
import {
  capabilityLevel,
  categories,
  examples,
  infrastructureFeatures,
  suggestedNamespace,
  type ReadExamples,
} from './csv-annotations.ts';
import { webhookMatches } from './webhook-matches.ts';
import { readCsvExtras } from './csv-extras.ts';
import { at, httpUrl, items, optional, cutText, textsOf } from '../../base/loose.ts';

const LONG = 65_536;
const INSTALL_MODES: readonly InstallModeType[] = [
  'OwnNamespace',
  'SingleNamespace',
  'MultiNamespace',
  'AllNamespaces',
];

/** A CSV as a catalog keeps it: what pages show, and the APIs that the resolver looks at. */
export interface CsvContent {
  summary: CsvSummary;
  providedApis: ProvidedApi[];
  requiredApis: GroupVersionKind[];
}

/** Of a whole CSV object. */
export function readCsv(csv: unknown): CsvContent {
  const spec = at(csv, 'spec');
  const summary = summarize(
    spec,
    at(csv, 'metadata', 'annotations'),
    cutText(at(csv, 'metadata', 'name')) ?? '',
  );
  const [crds, services] = [at(spec, 'customresourcedefinitions'), at(spec, 'apiservicedefinitions')];
  return {
    summary: {
      ...summary,
      permissions: permissions(spec),
      webhooks: webhooks(spec),
      ...aggregatedApis(services),
      ...optional({ extras: readCsvExtras(spec, at(csv, 'metadata')) }),
    },
    ...apis(crds, services),
  };
}

/**
 * Of the value of the property `olm.csv.metadata`; it has no install spec, hence no permissions.
 * @param read for who has the same examples again and again, as versions of one operator do
 */
export function readCsvMetadata(metadata: unknown, csvName: string, read?: ReadExamples): CsvContent {
  return {
    summary: {
      ...summarize(metadata, at(metadata, 'annotations'), csvName, read),
      ...optional({ extras: readCsvExtras(metadata, metadata) }),
    },
    ...apis(at(metadata, 'crdDescriptions'), at(metadata, 'apiServiceDefinitions')),
  };
}

function summarize(spec: unknown, annotations: unknown, csvName: string, read?: ReadExamples): CsvSummary {
  const description = cutText(at(spec, 'description'), LONG) ?? '';
  const annotation = (key: string): string | undefined => cutText(at(annotations, key), 1024);
  return {
    displayName: cutText(at(spec, 'displayName')) ?? csvName,
    summary: oneLine(annotation('description') ?? opening(description)),
    description,
    ...optional({
      provider: cutText(at(spec, 'provider', 'name')),
      maturity: cutText(at(spec, 'maturity'), 64),
    }),
    keywords: textsOf(at(spec, 'keywords'), 64),
    categories: categories(annotations),
    links: links(at(spec, 'links')),
    maintainers: maintainers(at(spec, 'maintainers')),
    installModes: installModes(at(spec, 'installModes')),
    ...optional({
      capabilityLevel: capabilityLevel(annotations),
      minKubeVersion: cutText(at(spec, 'minKubeVersion'), 64),
      createdAt: annotation('createdAt'),
      containerImage: annotation('containerImage'),
      repository: httpUrl(annotation('repository')),
      suggestedNamespace: suggestedNamespace(annotations),
    }),
    examples: examples(annotations, read),
    infrastructureFeatures: infrastructureFeatures(annotations),
    permissions: [],
    webhooks: [],
  };
}

function oneLine(text: string): string {
  return cutText(text.replace(/\s+/g, ' '), 400) ?? '';
}

/** The first sentence of the first paragraph that is no heading, without Markdown's marks. */
function opening(markdown: string): string {
  const paragraph = markdown
    .slice(0, 4000)
    .split(/\n\s*\n|\n(?=#)|(?<=^#[^\n]*)\n/)
    .map((part) => part.trim())
    .find((part) => part !== '' && !/^(#|!\[|<|```|---)/.test(part));
  const plain = (paragraph ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`>]/g, '');
  return firstSentence(plain);
}

function links(value: unknown): CsvSummary['links'] {
  return items(value)
    .flatMap((link) => {
      const url = httpUrl(at(link, 'url'));
      return url === undefined ? [] : [{ name: cutText(at(link, 'name')) ?? url, url }];
    })
    .slice(0, 50);
}

function maintainers(value: unknown): CsvSummary['maintainers'] {
  return items(value)
    .map((person) => ({ name: cutText(at(person, 'name')) ?? '', email: cutText(at(person, 'email')) ?? '' }))
    .filter(({ name, email }) => name !== '' || email !== '')
    .slice(0, 50);
}

function installModes(value: unknown): CsvSummary['installModes'] {
  return items(value).flatMap((mode) => {
    const type = INSTALL_MODES.find((known) => known === at(mode, 'type'));
    return type === undefined ? [] : [{ type, supported: at(mode, 'supported') === true }];
  });
}

function permissions(spec: unknown): PermissionRequest[] {
  const strategy = at(spec, 'install', 'spec');
  const read = (field: string, scope: PermissionRequest['scope']): PermissionRequest[] =>
    items(at(strategy, field)).map((entry) => ({
      serviceAccount: cutText(at(entry, 'serviceAccountName')) ?? 'default',
      scope,
      rules: items(at(entry, 'rules')).map(policyRule),
    }));
  return [...read('permissions', 'namespace'), ...read('clusterPermissions', 'cluster')];
}

/** Of RBAC; what is of the wrong type is left out. */
export function policyRule(rule: unknown): PolicyRule {
  const list = (key: string): string[] | undefined => {
    const value = at(rule, key);
    // Not textsOf: the empty string is the core group.
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
  };
  return {
    ...optional({
      apiGroups: list('apiGroups'),
      resources: list('resources'),
      resourceNames: list('resourceNames'),
      nonResourceURLs: list('nonResourceURLs'),
    }),
    verbs: list('verbs') ?? [],
  };
}

function webhooks(spec: unknown): CsvWebhook[] {
  const owned = new Set(
    items(at(spec, 'customresourcedefinitions', 'owned')).map((crd) => groupOf(at(crd, 'name'))),
  );
  return [...items(at(spec, 'webhookdefinitions')), ...items(at(spec, 'conversionwebhookdefinitions'))].map(
    (webhook) => ({
      type: cutText(at(webhook, 'type')) ?? 'ConversionWebhook',
      name: cutText(at(webhook, 'generateName')) ?? '',
      matches: webhookMatches(webhook).slice(0, MOST_MATCHES),
      ...closesOn(webhook, owned),
    }),
  );
}

/** By group and version, which is what the API server knows. */
function aggregatedApis(services: unknown): Pick<CsvSummary, 'aggregatedApis'> {
  const owned = items(at(services, 'owned')).flatMap((value) => apiServiceDescription(value) ?? []);
  const byName = Map.groupBy(owned, ({ version, group }) => `${version}.${group}`);
  const apis = [...byName].map(([name, all]) => ({ name, kinds: all.map(({ kind }) => kind) }));
  return apis.length === 0 ? {} : { aggregatedApis: apis };
}

const groupOf = (name: unknown): string =>
  typeof name === 'string' ? name.slice(name.indexOf('.') + 1) : '';

const MOST_MATCHES = 50;

/** More are not told: the rules of a webhook may name anything. */
const MOST_CLOSED = 20;

/** What fails closed is `Fail`, and what says nothing; that it does so for the operator's own kinds is what it is for. */
function closesOn(webhook: unknown, owned: ReadonlySet<string>): { closesOn?: string[] } {
  const isOpen = at(webhook, 'failurePolicy') === 'Ignore' || at(webhook, 'type') === 'ConversionWebhook';
  const found = isOpen ? [] : items(at(webhook, 'rules')).flatMap((rule) => othersIn(rule, owned));
  const kinds = [...new Set(found)].slice(0, MOST_CLOSED);
  return kinds.length === 0 ? {} : { closesOn: kinds };
}

function othersIn(rule: unknown, owned: ReadonlySet<string>): string[] {
  const texts = (key: string): string[] =>
    items(at(rule, key)).flatMap((text) => (typeof text === 'string' ? [text.slice(0, 128)] : []));
  return texts('apiGroups')
    .filter((group) => !owned.has(group))
    .flatMap((group) => texts('resources').map((type) => (group === '' ? type : `${type}.${group}`)));
}

function apis(crds: unknown, services: unknown): Pick<CsvContent, 'providedApis' | 'requiredApis'> {
  const owned = [
    ...items(at(crds, 'owned')).map(crdDescription),
    ...items(at(services, 'owned')).map(apiServiceDescription),
  ];
  const required = [
    ...items(at(crds, 'required')).map(crdDescription),
    ...items(at(services, 'required')).map(apiServiceDescription),
  ];
  return {
    providedApis: owned.filter((api) => api !== undefined),
    requiredApis: required
      .filter((api) => api !== undefined)
      .map(({ group, version, kind }) => ({ group, version, kind })),
  };
}

function crdDescription(value: unknown): ProvidedApi | undefined {
  const name = cutText(at(value, 'name'));
  const dot = name?.indexOf('.') ?? -1;
  return name === undefined || dot < 0 ? undefined : described(value, name, name.slice(dot + 1));
}

function apiServiceDescription(value: unknown): ProvidedApi | undefined {
  const group = cutText(at(value, 'group'));
  const plural = cutText(at(value, 'name')) ?? '';
  return group === undefined ? undefined : described(value, `${plural}.${group}`, group);
}

function described(value: unknown, name: string, group: string): ProvidedApi | undefined {
  const [version, kind] = [cutText(at(value, 'version')), cutText(at(value, 'kind'))];
  if (version === undefined || kind === undefined) return undefined;
  return {
    group,
    version,
    kind,
    name,
    ...optional({
      displayName: cutText(at(value, 'displayName')),
      description: cutText(at(value, 'description'), 2048),
    }),
  };
}
