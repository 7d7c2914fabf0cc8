/**
 * What a CatalogSource asks to be read. Source: OLM `pkg/controller/operators/catalog/operator.go` (validateSourceType)
 * and `api/pkg/operators/v1alpha1/catalogsource_types.go` (Address, Poll, UpdateStrategy); texts are upstream's where
 * upstream has one.
 */
import { durationFault, durationMs } from '../../k8s/duration.ts';
import { optional } from '../../base/loose.ts';
import type { CatalogSource } from '../api/types.ts';

/** Our own: `"true"` takes a catalog out of service and changes nothing else. */
export const DISABLED_ANNOTATION = 'capstan.dev/disabled';
/** Our own: any new value asks for a read now. */
export const REFRESH_ANNOTATION = 'capstan.dev/refresh';

/** Where content is read from. */
export type SourcePlace =
  /** A directory that the controller was given under this name. */
  | { kind: 'directory'; name: string }
  /** `secrets` are names of pull secrets in the namespace of the source. */
  | { kind: 'image'; image: string; secrets: readonly string[] }
  /** `host:port` of a registry server. */
  | { kind: 'grpc'; address: string }
  | { kind: 'http'; url: string }
  /** In the namespace of the source. */
  | { kind: 'configMap'; name: string };

/** A CatalogSource as it is acted on: a place, or in upstream's words why there is none (OLM 1). */
export interface SourceSpec {
  /** Absent when the spec has a fault. */
  place?: SourcePlace;
  /** What is wrong with the spec. */
  fault?: string;
  /** How often a newer image is looked for; absent where `registryPoll` does not apply. */
  pollMs?: number;
  /** What is wrong with the interval; the default is used. */
  intervalFault?: string;
  disabled: boolean;
  refresh?: string;
}

const DIRECTORY_PREFIX = 'directory:';
const DEFAULT_POLL_MS = 15 * 60_000;

/** Reads the spec and our annotations; never throws, since what is wrong is part of the answer. */
export function parseSourceSpec(source: CatalogSource): SourceSpec {
  const place = placeOf(source);
  const annotations = source.metadata.annotations ?? {};
  return {
    ...(typeof place === 'string' ? { fault: place } : { place, ...pollOf(source, place) }),
    disabled: annotations[DISABLED_ANNOTATION] === 'true',
    ...optional({ refresh: annotations[REFRESH_ANNOTATION] }),
  };
}

/** Content is only ever offered again under the very address that it was read from. */
export function addressOf(place: SourcePlace): string {
  switch (place.kind) {
    case 'directory':
      return `${DIRECTORY_PREFIX}${place.name}`;
    case 'image':
      return `image ${place.image}`;
    case 'grpc':
      return `grpc ${place.address}`;
    case 'http':
      return place.url;
    case 'configMap':
      return `configmap ${place.name}`;
  }
}

/** Whether the address says which content it is, so that there can be no newer one. */
export function isPinned(image: string): boolean {
  return image.includes('@');
}

function placeOf({ spec }: CatalogSource): SourcePlace | string {
  const type: string = spec.sourceType;
  if (type === 'internal' || type === 'configmap') {
    const { configMap = '' } = spec;
    return configMap === ''
      ? `configmap name unset: must be set for sourcetype: ${type}`
      : { kind: 'configMap', name: configMap };
  }
  if (type !== 'grpc') return `unknown sourcetype: ${type}`;
  // With both, upstream reads from the address, too.
  const { address = '', image = '' } = spec;
  if (address !== '') return placeOfAddress(address);
  return image === ''
    ? 'image and address unset: at least one must be set for sourcetype: grpc'
    : { kind: 'image', image, secrets: spec.secrets ?? [] };
}

function placeOfAddress(address: string): SourcePlace | string {
  if (address.startsWith(DIRECTORY_PREFIX))
    return { kind: 'directory', name: address.slice(DIRECTORY_PREFIX.length) };
  if (!/^https?:/i.test(address)) return { kind: 'grpc', address };
  if (!URL.canParse(address)) return `spec.address is not a valid URL: ${address}`;
  const url = new URL(address);
  return url.username === '' && url.password === ''
    ? { kind: 'http', url: url.href }
    : 'spec.address holds a user name or a password: everybody who may read the CatalogSource could read them; take them out';
}

function pollOf({ spec }: CatalogSource, place: SourcePlace): Pick<SourceSpec, 'pollMs' | 'intervalFault'> {
  const poll = spec.updateStrategy?.registryPoll;
  if (poll === undefined) return {};
  const { interval = '' } = poll;
  const fault = durationFault(interval);
  const polled = place.kind === 'image' && !isPinned(place.image);
  return {
    ...(polled ? { pollMs: durationMs(interval) ?? DEFAULT_POLL_MS } : {}),
    ...(fault === undefined ? {} : { intervalFault: intervalText(fault) }),
  };
}

function intervalText(error: string): string {
  return `error parsing spec.updateStrategy.registryPoll.interval. Using the default value of 15m0s instead. Error: ${error}`;
}
