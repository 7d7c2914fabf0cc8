/**
 * A CatalogSource as it is being entered: draft ⇄ object. Only what the form knows is written; everything else of an
 * object that is edited stays as it is. Source of the rules: OLM `catalogsource_types.go` and the checks of its catalog
 * operator; see `status.ts`.
 */
import { sourceKind } from './view.ts';
import { parseImageReference } from '../content/image-reference.ts';
import type { CatalogSource } from '../api/types.ts';

/** The kinds of source that the form can describe. */
export const draftKinds = ['image', 'grpc', 'http', 'configmap'] as const;
/** Where the content of a catalog is: an image, a registry server, a file at a web address, a ConfigMap. */
export type DraftKind = (typeof draftKinds)[number];

/** All texts as typed. */
export interface CatalogSourceDraft {
  readonly kind: DraftKind;
  readonly name: string;
  readonly namespace: string;
  readonly displayName: string;
  readonly publisher: string;
  readonly priority: string;
  readonly image: string;
  /** Of images by tag; empty: it is read once. */
  readonly interval: string;
  readonly secrets: readonly string[];
  /** `host:port` */
  readonly address: string;
  readonly url: string;
  readonly configMap: string;
  /** Upstream's other word for `configmap`, kept where an object has it. */
  readonly internal: boolean;
}

/** A field that can be filled in, and so can be wrong. */
export type DraftField = Exclude<keyof CatalogSourceDraft, 'kind' | 'internal'>;

/** Source: the catalog of OperatorHub.io as OLM's own manifests offer it (`deploy/upstream`). */
export const OPERATOR_HUB = {
  kind: 'image',
  name: 'operatorhubio-catalog',
  displayName: 'Community Operators',
  publisher: 'OperatorHub.io',
  image: 'quay.io/operatorhubio/catalog:latest',
  interval: '60m',
} as const satisfies Partial<CatalogSourceDraft>;

const DEFAULT_INTERVAL = '15m';

/** The form to begin with; images are looked at every 15 minutes unless somebody changes that. */
export function emptyDraft(namespace: string, kind: DraftKind = 'image'): CatalogSourceDraft {
  return {
    kind,
    name: '',
    namespace,
    displayName: '',
    publisher: '',
    priority: '',
    image: '',
    interval: DEFAULT_INTERVAL,
    secrets: [],
    address: '',
    url: '',
    configMap: '',
    internal: false,
  };
}

/** Undefined for a source that is not described by one of the four kinds, such as a directory of the controller. */
export function sourceDraftOf(source: CatalogSource): CatalogSourceDraft | undefined {
  const kind = sourceKind(source);
  if (kind === 'directory' || kind === 'unknown') return undefined;
  const { spec } = source;
  const address = textOf(spec.address);
  return {
    ...emptyDraft(textOf(source.metadata.namespace), kind),
    name: textOf(source.metadata.name),
    displayName: textOf(spec.displayName),
    publisher: textOf(spec.publisher),
    priority: textOf(spec.priority),
    image: textOf(spec.image),
    interval: textOf(spec.updateStrategy?.registryPoll?.interval),
    secrets: spec.secrets ?? [],
    address: kind === 'grpc' ? address : '',
    url: kind === 'http' ? address : '',
    configMap: textOf(spec.configMap),
    internal: spec.sourceType === 'internal',
  };
}

function textOf(value: string | number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** A digest names one content for good: there is never anything newer to look for. */
export function hasDigest(image: string): boolean {
  const reference = parseImageReference(image);
  return typeof reference === 'object' && reference.digest !== undefined;
}

type Spec = CatalogSource['spec'];

/** The part of the spec that the form knows. */
function specOf(draft: CatalogSourceDraft): Spec {
  const { displayName, publisher, priority } = draft;
  return {
    ...contentOf(draft),
    ...(displayName === '' ? {} : { displayName }),
    ...(publisher === '' ? {} : { publisher }),
    ...(priority === '' || Number(priority) === 0 ? {} : { priority: Number(priority) }),
  };
}

function contentOf(draft: CatalogSourceDraft): Spec {
  switch (draft.kind) {
    case 'image': {
      const { image, interval } = draft;
      const secrets = draft.secrets.filter((name) => name !== '');
      const polls = interval !== '' && !hasDigest(image);
      return {
        sourceType: 'grpc',
        image,
        ...(secrets.length === 0 ? {} : { secrets }),
        ...(polls ? { updateStrategy: { registryPoll: { interval } } } : {}),
      };
    }
    case 'grpc':
      return { sourceType: 'grpc', address: draft.address };
    case 'http':
      return { sourceType: 'grpc', address: draft.url };
    case 'configmap':
      return { sourceType: draft.internal ? 'internal' : 'configmap', configMap: draft.configMap };
  }
}

/** The object to create; fields that were left empty are absent. */
export function objectOf(draft: CatalogSourceDraft): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: draft.name, namespace: draft.namespace },
    spec: specOf(draft),
  };
}

/**
 * A merge patch of what was changed in the form, and of nothing else; undefined when nothing was. Without its poll an
 * empty `registryPoll` would be left, which upstream reads as 15 minutes, so that goes as a whole.
 */
export function patchOf(
  before: CatalogSourceDraft,
  after: CatalogSourceDraft,
): Record<string, unknown> | undefined {
  const [old, next] = [specOf(before), specOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])] as (keyof Spec)[];
  const changed = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .map((name) => [name, name === 'updateStrategy' ? pollPatch(next) : (next[name] ?? null)]);
  return changed.length === 0 ? undefined : { spec: Object.fromEntries(changed) as Record<string, unknown> };
}

function pollPatch({ updateStrategy }: Spec): unknown {
  return { registryPoll: updateStrategy?.registryPoll ?? null };
}

const SPEC_FIELDS: Readonly<Record<string, DraftField>> = {
  displayName: 'displayName',
  publisher: 'publisher',
  priority: 'priority',
  image: 'image',
  secrets: 'secrets',
  configMap: 'configMap',
  updateStrategy: 'interval',
  address: 'address',
};

/** The field of the form behind a path that the API server names. */
export function fieldOfPath(path: string, kind: DraftKind): DraftField | undefined {
  if (/^metadata\.(name|generateName)\b/.test(path)) return 'name';
  if (/^metadata\.namespace\b/.test(path)) return 'namespace';
  const [, name = ''] = /^spec\.(\w+)/.exec(path) ?? [];
  const field = Object.hasOwn(SPEC_FIELDS, name) ? SPEC_FIELDS[name] : undefined;
  return field === 'address' && kind === 'http' ? 'url' : field;
}
