/**
 * What a CSV says of itself in annotations.
 * Source: operator-sdk and OpenShift console documentation of `capabilities`, `categories`, `alm-examples`,
 * `operators.openshift.io/infrastructure-features` and `features.operators.openshift.io/*`.
 */
import { isJsonObject } from '../../base/json.ts';
import { at, cutText } from '../../base/loose.ts';

/** Maturity as the annotation `capabilities` says it, lowest first. */
export const CAPABILITY_LEVELS = [
  'Basic Install',
  'Seamless Upgrades',
  'Full Lifecycle',
  'Deep Insights',
  'Auto Pilot',
] as const;

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The level by its proper name, however it is spelled; undefined for any other word. */
export function capabilityLevel(annotations: unknown): string | undefined {
  const text = letters(cutText(at(annotations, 'capabilities')) ?? '');
  return CAPABILITY_LEVELS.find((level) => letters(level) === text);
}

/** Categories from the annotation of that name, split at commas: at most 20, each once; empty without it. */
export function categories(annotations: unknown): string[] {
  const text = cutText(at(annotations, 'categories'), 1024) ?? '';
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 20);
}

const FEATURES = new Map([
  ['disconnected', 'Disconnected'],
  ['proxy', 'Proxy-aware'],
  ['proxyaware', 'Proxy-aware'],
  ['fips', 'Designed for FIPS'],
  ['fipsmode', 'Designed for FIPS'],
  ['fipscompliant', 'Designed for FIPS'],
  ['tlsprofiles', 'Configurable TLS ciphers'],
  ['cnf', 'Cloud-Native Network Function'],
  ['cni', 'CNI'],
  ['csi', 'CSI'],
  ['sno', 'Single Node Clusters'],
  ['singlenode', 'Single Node Clusters'],
  ['tokenauth', 'Short-lived token auth'],
  ['tokenauthaws', 'Short-lived token auth'],
  ['tokenauthazure', 'Short-lived token auth'],
  ['tokenauthgcp', 'Auth Token GCP'],
]);

const FEATURE_PREFIX = 'features.operators.openshift.io/';

/** Known features only. An annotation of the newer form that says "false" takes one of the older list away again. */
export function infrastructureFeatures(annotations: unknown): string[] {
  if (!isJsonObject(annotations)) return [];
  const found = new Set<string>();
  const legacy = parseJson(
    cutText(at(annotations, 'operators.openshift.io/infrastructure-features'), 4096) ?? '',
  );
  for (const name of Array.isArray(legacy) ? legacy : []) {
    const feature = typeof name === 'string' ? FEATURES.get(letters(name)) : undefined;
    if (feature !== undefined) found.add(feature);
  }
  const stated = Object.entries(annotations).filter(([key]) => key.startsWith(FEATURE_PREFIX));
  for (const wanted of ['false', 'true']) {
    for (const [key, value] of stated) {
      const feature = FEATURES.get(letters(key.slice(FEATURE_PREFIX.length)));
      if (feature === undefined || value !== wanted) continue;
      if (wanted === 'true') {
        found.add(feature);
      } else {
        found.delete(feature);
      }
    }
  }
  return [...found].sort();
}

/** Longest `alm-examples` that is looked at, in UTF-16 units. */
const MAX_EXAMPLES = 1_500_000;

/** The examples that are objects; none when the annotation is no JSON even after dropping trailing commas. */
export function examples(annotations: unknown, read: ReadExamples = readExamples): unknown[] {
  const text = at(annotations, 'alm-examples');
  return typeof text === 'string' ? read(text) : [];
}

/** From the text of `alm-examples` to what is in it. */
export type ReadExamples = (text: string) => unknown[];

/** Reads them anew each time. */
export function readExamples(text: string): unknown[] {
  if (text.length > MAX_EXAMPLES) return [];
  const parsed = parseJson(text) ?? parseJson(text.replace(/,(\s*[\]}])/g, '$1'));
  return (Array.isArray(parsed) ? parsed : [parsed]).filter(isJsonObject).slice(0, 200);
}

/** The namespace that the operator asks for, when it is a possible name. */
export function suggestedNamespace(annotations: unknown): string | undefined {
  const plain = cutText(at(annotations, 'operatorframework.io/suggested-namespace'));
  const template = cutText(at(annotations, 'operatorframework.io/suggested-namespace-template'), 65_536);
  const named = template === undefined ? undefined : cutText(at(parseJson(template), 'metadata', 'name'));
  return [named, plain].find(
    (name) => name !== undefined && /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name),
  );
}

function parseJson(text: string): unknown {
  // Most have no such annotation, and what throws is slow.
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
