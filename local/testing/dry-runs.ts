/**
 * What a real API server says of objects: each is sent as a dry run under strict field validation, and its refusal is
 * read into the places it names.
 */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { crdFacts } from '#lib/olm/plan/crd.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { KubeError } from '#server/kube/errors.ts';
import { closeConnections } from '#server/kube/transport.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { eventually } from './eventually.ts';

export interface DryRunType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

export interface Refusal {
  /** As the API server writes places: `spec.a[0].b`, the root being "". */
  readonly places: readonly string[];
  /** It gave up at the first thing it found, while decoding; there may be more. */
  readonly early: boolean;
  /** In its words, for reports of failures. */
  readonly message: string;
}

export interface DryRuns {
  /** Creates the definitions, all at once, and resolves when they are served. */
  install(crds: readonly KubeObject[]): Promise<void>;
  /** Undefined when the API server would create the object. */
  refusal(type: DryRunType, object: unknown): Promise<Refusal | undefined>;
  close(): Promise<void>;
}

export function dryRunsAt(kubeconfig: string): DryRuns {
  const config = loadConfig({ kubeconfig });
  const client = createClient(config);
  return {
    install: (crds) => install(client, crds),
    refusal: (type, object) => refusal(client, type, object),
    close: () => closeConnections(config),
  };
}

async function install(client: KubeClient, crds: readonly KubeObject[]): Promise<void> {
  for (const crd of crds) await client.create(resources.customResourceDefinitions, crd);
  for (const { metadata } of crds) {
    await eventually(async () => {
      const found = await client.get(resources.customResourceDefinitions, { name: metadata.name });
      if (crdFacts(found)?.established !== true) throw new Error('not served yet');
    });
  }
}

async function refusal(client: KubeClient, type: DryRunType, object: unknown): Promise<Refusal | undefined> {
  const strict = await post(client, type, object, 'Strict');
  if (strict === undefined) return undefined;
  if (!strict.message.includes('strict decoding error')) return read(strict);
  // Under strict validation unknown fields are all it tells; what else is wrong it says when it may ignore them.
  const ignoring = await post(client, type, object, 'Ignore');
  const rest = ignoring === undefined ? undefined : read(ignoring);
  // Of a version that is not served it knows no fields.
  if (rest?.early === true && rest.places.includes('apiVersion')) return rest;
  return {
    places: [...unknownPlaces(strict.message), ...(rest?.places ?? [])],
    early: rest?.early ?? false,
    message: `${strict.message} | ${rest?.message ?? ''}`,
  };
}

async function post(
  client: KubeClient,
  type: DryRunType,
  object: unknown,
  fieldValidation: string,
): Promise<KubeError | undefined> {
  const scope = type.namespaced ? 'namespaces/default/' : '';
  const path = `/apis/${type.group}/${type.version}/${scope}${type.plural}?dryRun=All&fieldValidation=${fieldValidation}`;
  try {
    await client.request('POST', path, { body: object });
    return undefined;
  } catch (error) {
    if (error instanceof KubeError && error.status !== undefined && error.status < 500) return error;
    throw error;
  }
}

function unknownPlaces(message: string): string[] {
  return [...message.matchAll(/unknown field "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
}

function read(error: KubeError): Refusal {
  const { message } = error;
  if (error.causes.length > 0) {
    const places = error.causes.flatMap((cause) => placeOf(cause.field, cause.message));
    // Of an object of another type it looks at nothing else.
    const early = places.every((place) => place === 'kind' || place === 'apiVersion');
    return { places, early, message };
  }
  return { places: [earlyPlace(message)], early: true, message };
}

/**
 * Some findings come without a field; their words name it. That all branches of `allOf` must hold is left out: what is
 * wrong in them is named too.
 */
function placeOf(field: string, message: string): string[] {
  if (field !== '<nil>' && field !== '') return [field];
  if (message.includes('(allOf)') || message.includes('(anyOf) (allOf)')) return [];
  const quoted = /"([^"]*)" must (?:not )?validate/.exec(message)?.[1];
  const trailing = /(?:type conversion in| in) (\S+?)(?::|$)/.exec(message)?.[1];
  return [quoted ?? trailing ?? field];
}

function earlyPlace(message: string): string {
  const struct = /Go struct field (?:\w+\.|(?=\.))(\S+) of type/.exec(message)?.[1];
  if (struct !== undefined) return struct.startsWith('.') ? struct.slice(1) : `metadata.${struct}`;
  if (/'?[Kk]ind'? is missing|no kind/.test(message)) return 'kind';
  if (/API version|apiVersion|GroupVersion/.test(message)) return 'apiVersion';
  if (/\bkind\b|Kind/.test(message)) return 'kind';
  return /^(?:.*: )?([\w.[\]]+): Invalid value/.exec(message)?.[1] ?? 'metadata';
}
