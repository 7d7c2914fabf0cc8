/** What is wrong with a draft of a CatalogSource, field by field. Source of the rules: see `draft.ts`. */
import { durationMs } from '../../k8s/duration.ts';
import { subdomainProblem } from '../../k8s/names.ts';
import type { NameProblem } from '../../k8s/names.ts';
import { hasDigest } from './draft.ts';
import type { CatalogSourceDraft, DraftField } from './draft.ts';
import { parseImageReference } from '../content/image-reference.ts';
import type { ReferenceProblem } from '../content/image-reference.ts';

/** Sentences about them are in the catalogue of texts; why a name is refused is said as everywhere. */
export type DraftProblem =
  | { kind: 'name'; why: NameProblem }
  | { kind: 'nameLong'; length: number }
  | { kind: 'nameTaken' }
  | { kind: 'unset' }
  | { kind: 'image'; problem: Exclude<ReferenceProblem, 'empty'> }
  | { kind: 'interval' | 'intervalShort' }
  | { kind: 'isUrl' | 'hostPort' | 'port' }
  | { kind: 'url' | 'urlScheme' | 'urlUser' }
  | { kind: 'priority' };

/** At most one problem for each field; fields of other kinds of source are not looked at. */
export type DraftProblems = Readonly<Partial<Record<DraftField, DraftProblem>>>;

/** @param taken names of the CatalogSources that are in the namespace already */
export function draftProblems(draft: CatalogSourceDraft, taken: readonly string[] = []): DraftProblems {
  const found: Partial<Record<DraftField, DraftProblem | undefined>> = {
    name: nameProblem(draft.name, taken),
    ...(draft.namespace === '' ? { namespace: { kind: 'unset' } } : {}),
    ...(isInt32(draft.priority) ? {} : { priority: { kind: 'priority' } }),
    ...contentProblems(draft),
  };
  const entries = Object.entries(found).filter(([, problem]) => problem !== undefined);
  return Object.fromEntries(entries);
}

/** With a real OLM the name is a label of the catalog's pod. */
export const MAX_NAME = 63;

function nameProblem(name: string, taken: readonly string[]): DraftProblem | undefined {
  const why = subdomainProblem(name);
  if (why !== undefined) return { kind: 'name', why };
  if (name.length > MAX_NAME) return { kind: 'nameLong', length: name.length };
  return taken.includes(name) ? { kind: 'nameTaken' } : undefined;
}

function isInt32(text: string): boolean {
  if (text === '') return true;
  return /^-?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31;
}

function contentProblems(draft: CatalogSourceDraft): Partial<Record<DraftField, DraftProblem | undefined>> {
  switch (draft.kind) {
    case 'image':
      return { image: imageProblem(draft.image), interval: intervalProblem(draft) };
    case 'grpc':
      return { address: hostPortProblem(draft.address) };
    case 'http':
      return { url: urlProblem(draft.url) };
    case 'configmap':
      return { configMap: configMapProblem(draft.configMap) };
  }
}

function imageProblem(image: string): DraftProblem | undefined {
  const reference = parseImageReference(image);
  if (typeof reference === 'object') return undefined;
  return reference === 'empty' ? { kind: 'unset' } : { kind: 'image', problem: reference };
}

const SHORTEST_INTERVAL_MS = 1000;

function intervalProblem({ image, interval }: CatalogSourceDraft): DraftProblem | undefined {
  if (interval === '' || hasDigest(image)) return undefined;
  const ms = durationMs(interval);
  if (ms === undefined) return { kind: 'interval' };
  return ms < SHORTEST_INTERVAL_MS ? { kind: 'intervalShort' } : undefined;
}

/** What is wrong with an address `host:port`, IPv6 in brackets; undefined when nothing is. */
export function hostPortProblem(address: string): DraftProblem | undefined {
  if (address === '') return { kind: 'unset' };
  if (address.includes('://')) return { kind: 'isUrl' };
  const match = /^(?:\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9.-]+):(\d{1,5})$/.exec(address);
  if (match === null) return { kind: 'hostPort' };
  const port = Number(match[1]);
  return port < 1 || port > 65_535 ? { kind: 'port' } : undefined;
}

/** What is wrong with an http or https address, which must not hold user or password; undefined when nothing is. */
export function urlProblem(text: string): DraftProblem | undefined {
  if (text === '') return { kind: 'unset' };
  if (!URL.canParse(text)) return { kind: 'url' };
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'urlScheme' };
  if (hostname === '' || /\s/.test(text)) return { kind: 'url' };
  // Everybody who may read the object would read them too.
  return username === '' && password === '' ? undefined : { kind: 'urlUser' };
}

function configMapProblem(name: string): DraftProblem | undefined {
  if (name === '') return { kind: 'unset' };
  const why = subdomainProblem(name);
  return why === undefined ? undefined : { kind: 'name', why };
}
