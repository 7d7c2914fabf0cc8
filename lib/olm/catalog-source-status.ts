/**
 * Status of a CatalogSource. Source: OLM `pkg/controller/operators/catalog/operator.go` (syncCatalogSources) and
 * `pkg/controller/registry/reconciler`; texts are upstream's where upstream has one.
 */
import { rfc3339 } from '../k8s/time.ts';
import type { CatalogSource, CatalogSourceStatus } from './types.ts';

const DIRECTORY_PREFIX = 'directory:';

/** What is known of the catalog behind a directory address. */
export type DirectoryState =
  | { kind: 'readable'; packages: number }
  /** It could not be read; `why` names the file. */
  | { kind: 'unreadable'; why: string }
  /** No such directory was given to the controller. */
  | { kind: 'unknown' };

/** Name in an address `directory:NAME`. */
export function directoryName(source: CatalogSource): string | undefined {
  const address = source.spec.address ?? '';
  return address.startsWith(DIRECTORY_PREFIX) ? address.slice(DIRECTORY_PREFIX.length) : undefined;
}

/** The first fault of the spec, in upstream's words. */
function specFault({ spec }: CatalogSource): string | undefined {
  const type: string = spec.sourceType;
  if (type === 'grpc') {
    const unset = (spec.image ?? '') === '' && (spec.address ?? '') === '';
    return unset ? 'image and address unset: at least one must be set for sourcetype: grpc' : undefined;
  }
  if (type === 'internal' || type === 'configmap') {
    const unset = (spec.configMap ?? '') === '';
    return unset ? `configmap name unset: must be set for sourcetype: ${type}` : undefined;
  }
  return `unknown sourcetype: ${type}`;
}

/** @param directory state of the directory that `spec.address` names, when it names one. */
export function decideCatalogSource(
  source: CatalogSource,
  directory: DirectoryState | undefined,
  now: number,
): CatalogSourceStatus {
  const time = rfc3339(now);
  const { conditions } = source.status ?? {};
  const kept: CatalogSourceStatus = conditions === undefined ? {} : { conditions };
  const fault = specFault(source);
  if (fault !== undefined) return { ...kept, reason: 'SpecInvalidError', message: fault };
  if (directoryName(source) === undefined || directory === undefined) {
    return { ...kept, reason: 'RegistryServerError', message: unsupportedText(source) };
  }
  const registryService = source.status?.registryService ?? { protocol: 'grpc', createdAt: time };
  const state = directory.kind === 'readable' ? 'READY' : 'TRANSIENT_FAILURE';
  const base = { ...kept, registryService, connectionState: connection(source, state, time) };
  if (directory.kind === 'readable') return base;
  return { ...base, reason: 'RegistryServerError', message: failureText(source, directory) };
}

function connection(
  source: CatalogSource,
  lastObservedState: 'READY' | 'TRANSIENT_FAILURE',
  time: string,
): NonNullable<CatalogSourceStatus['connectionState']> {
  const old = source.status?.connectionState;
  const { address = '' } = source.spec;
  if (old?.lastObservedState === lastObservedState && old.address === address) return old;
  return { address, lastConnect: time, lastObservedState };
}

function failureText(
  source: CatalogSource,
  directory: Exclude<DirectoryState, { kind: 'readable' }>,
): string {
  const name = directoryName(source) ?? '';
  return directory.kind === 'unknown'
    ? `no directory is registered as ${name}: start the controller with --catalog ${name}=DIR`
    : `catalog directory ${name} cannot be read: ${directory.why}`;
}

function unsupportedText({ spec }: CatalogSource): string {
  const what =
    spec.sourceType !== 'grpc'
      ? `sourceType ${spec.sourceType}`
      : (spec.image ?? '') === ''
        ? 'address'
        : 'image';
  return `Capstan does not read catalogs by ${what} yet; catalogs from a directory (address directory:NAME) are supported`;
}
