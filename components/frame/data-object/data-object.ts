/** A Secret or ConfigMap as it is being entered. */
import type { Change } from '#lib/k8s/change.ts';
import { subdomainProblem } from '#lib/k8s/names.ts';
import { resources } from '#lib/k8s/resources.ts';

export interface DataEntry {
  readonly key: string;
  readonly value: string;
  /** Belongs to the type of the Secret: it cannot be renamed or removed. */
  readonly fixed: boolean;
}

export interface DataDraft {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly name: string;
  readonly type: SecretType;
  readonly entries: readonly DataEntry[];
}

/**
 * Keys that the API server asks for, by the type of the Secret.
 * Source: Kubernetes documentation, "Types of Secret".
 */
const FIXED_KEYS = {
  Opaque: [],
  'kubernetes.io/basic-auth': ['username', 'password'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
} as const satisfies Record<string, readonly string[]>;

export type SecretType = keyof typeof FIXED_KEYS;

export const secretTypes: readonly SecretType[] = [
  'Opaque',
  'kubernetes.io/basic-auth',
  'kubernetes.io/tls',
  'kubernetes.io/ssh-auth',
  'kubernetes.io/dockerconfigjson',
];

const BLANK: DataEntry = { key: '', value: '', fixed: false };

export function startDraft(kind: DataDraft['kind'], name: string): DataDraft {
  return { kind, name, type: 'Opaque', entries: [BLANK] };
}

/** What was entered under the keys of the other type stays as long as it has a value. */
export function withType(draft: DataDraft, type: SecretType): DataDraft {
  const fixed = FIXED_KEYS[type].map((key) => ({
    key,
    value: draft.entries.find((entry) => entry.key === key)?.value ?? '',
    fixed: true,
  }));
  const others = draft.entries
    .filter((entry) => entry.value !== '' && !fixed.some(({ key }) => key === entry.key))
    .map((entry) => ({ ...entry, fixed: false }));
  const entries = [...fixed, ...others];
  return { ...draft, type, entries: entries.length === 0 ? [BLANK] : entries };
}

export function withEntry(draft: DataDraft, index: number, change: Partial<DataEntry>): DataDraft {
  return {
    ...draft,
    entries: draft.entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry)),
  };
}

export function withNewEntry(draft: DataDraft): DataDraft {
  return { ...draft, entries: [...draft.entries, BLANK] };
}

export function withoutEntry(draft: DataDraft, index: number): DataDraft {
  return { ...draft, entries: draft.entries.filter((_, at) => at !== index) };
}

export type EntryProblem = 'noKey' | 'oddKey' | 'sameKey';

/** Source: k8s.io/apimachinery `util/validation` IsConfigMapKey. */
const DATA_KEY = /^[-._a-zA-Z0-9]{1,253}$/;

export function entryProblem(draft: DataDraft, index: number): EntryProblem | undefined {
  const entry = draft.entries[index];
  if (entry === undefined || isBlank(entry)) return undefined;
  if (entry.key === '') return 'noKey';
  if (!DATA_KEY.test(entry.key) || entry.key === '.' || entry.key.startsWith('..')) return 'oddKey';
  return draft.entries.some(({ key }, at) => at < index && key === entry.key) ? 'sameKey' : undefined;
}

export function isSound(draft: DataDraft): boolean {
  return (
    subdomainProblem(draft.name) === undefined &&
    draft.entries.every((_, index) => entryProblem(draft, index) === undefined)
  );
}

/** Rows nobody filled in are not part of it. */
export function dataObjectChange(draft: DataDraft, namespace: string): Extract<Change, { verb: 'create' }> {
  const entries = draft.entries.filter((entry) => !isBlank(entry)).map(({ key, value }) => [key, value]);
  const values = Object.fromEntries(entries) as Record<string, string>;
  const metadata = { name: draft.name, namespace };
  return draft.kind === 'Secret'
    ? {
        verb: 'create',
        resource: resources.secrets,
        object: { apiVersion: 'v1', kind: 'Secret', metadata, type: draft.type, stringData: values },
      }
    : {
        verb: 'create',
        resource: resources.configMaps,
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: values },
      };
}

function isBlank({ key, value, fixed }: DataEntry): boolean {
  return !fixed && key === '' && value === '';
}
