/**
 * Whether the version before could come back after an upgrade. OLM only goes forward: the way back is to uninstall the operator
 * and to install the version before by its name, beside the definitions and objects that the newer one leaves. So each
 * definition is held against the one before, the other way around.
 */
import { at, items, optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { bundleOf } from '../content/channels.ts';
import { edgeTo } from '../content/graph.ts';
import { crdChange, type CrdChange } from './crd-change.ts';
import { convertsByWebhook } from './left-out.ts';

/** What stands in the way; the words are the page's. */
export type WayBackReason =
  /** Objects would be stored in versions that the definition before does not have: it could not be put back. */
  | { code: 'stored'; crd: string; versions: string[] }
  /** The new definition has lost versions that objects may be stored in. */
  | { code: 'lost'; crd: string; versions: string[] }
  | { code: 'scope'; crd: string }
  /** Its catalog does not have the version before any more. */
  | { code: 'gone' }
  /** Versions that only the new definition serves: whoever uses them by then loses them. */
  | { code: 'unserved'; crd: string; versions: string[] }
  /** One of the two converts objects by a webhook, the other does not. */
  | { code: 'conversion'; crd: string }
  /** Values that the definition before drops or refuses. */
  | { code: 'fields'; crd: string; count: number }
  /** The catalog leaps over the version before: it comes only by its name, and would go at once if it is not pinned. */
  | { code: 'skipped'; by: 'skips' | 'skipRange' };

/** With one of these there is no way back. */
const CLOSING: readonly WayBackReason['code'][] = ['stored', 'lost', 'scope', 'gone'];

/** What could not be looked at. */
export type WayBackGap = { kind: 'installed' | 'catalog' } | { kind: 'crd'; name: string };

/**
 * `closed`: there is none. `costly`: something is lost on it. `unjudged`: nothing was found, but not all could be looked at.
 */
export interface WayBack {
  verdict: 'open' | 'costly' | 'closed' | 'unjudged';
  reasons: WayBackReason[];
  unjudged: WayBackGap[];
}

/** A definition that the upgrade brings; undefined: may not be read. */
export interface WayBackCrd {
  name: string;
  before: KubeObject | undefined;
  after: KubeObject | undefined;
}

/** One upgrade, and what of it may be read. */
export interface WayBackFacts {
  /** CSV that comes. */
  to: string;
  /** What is installed; undefined: not known. */
  from: { csv: string; version?: string } | undefined;
  /** Of definitions that exist already: what is new takes nothing with it. */
  crds: readonly WayBackCrd[];
  /** Undefined: may not be read. */
  pkg: PackageDetail | undefined;
}

/** Judges the way back by all that may be read of it. */
export function wayBack({ from, to, crds, pkg }: WayBackFacts): WayBack {
  const reasons = [...crds.flatMap(ofCrd), ...ofCatalog(from, to, pkg)];
  const unjudged = [
    ...(from === undefined ? [{ kind: 'installed' } as const] : []),
    ...(tellsAll(pkg) || from === undefined ? [] : [{ kind: 'catalog' } as const]),
    ...crds.flatMap(({ name, before, after }) =>
      before === undefined || after === undefined ? [{ kind: 'crd', name } as const] : [],
    ),
  ];
  return { verdict: verdictOf(reasons, unjudged), reasons, unjudged };
}

function verdictOf(reasons: readonly WayBackReason[], unjudged: readonly WayBackGap[]): WayBack['verdict'] {
  if (reasons.some(({ code }) => CLOSING.includes(code))) return 'closed';
  if (reasons.length > 0) return 'costly';
  return unjudged.length > 0 ? 'unjudged' : 'open';
}

/** Of a real OLM's catalog only the heads are known. */
function tellsAll(pkg: PackageDetail | undefined): pkg is PackageDetail {
  return pkg !== undefined && pkg.noGraph !== true;
}

function ofCatalog(from: WayBackFacts['from'], to: string, pkg: PackageDetail | undefined): WayBackReason[] {
  if (from === undefined || !tellsAll(pkg)) return [];
  if (bundleOf(pkg, from.csv) === undefined) return [{ code: 'gone' }];
  const bundle = bundleOf(pkg, to);
  const entries = pkg.channels.flatMap((channel) => channel.entries.filter(({ name }) => name === to));
  if (bundle === undefined) return [];
  const installed = { name: from.csv, ...optional({ version: from.version }) };
  const by = entries.flatMap((entry) => edgeTo(entry, bundle, installed) ?? []);
  const [leap] = by.includes('replaces') ? [] : by;
  return leap === undefined || leap === 'replaces' ? [] : [{ code: 'skipped', by: leap }];
}

function ofCrd({ name: crd, before, after }: WayBackCrd): WayBackReason[] {
  if (before === undefined || after === undefined) return [];
  const lost = crdChange(before, after)?.lostStoredVersions ?? [];
  const back = crdChange(storedBy(after, before), before);
  const unserved = (back?.unservedVersions ?? []).filter((name) => !back?.lostStoredVersions.includes(name));
  return [
    ...(lost.length === 0 ? [] : [{ code: 'lost', crd, versions: lost } as const]),
    ...ofReturn(crd, back),
    ...(unserved.length === 0 ? [] : [{ code: 'unserved', crd, versions: unserved } as const]),
    ...(convertsByWebhook(before) === convertsByWebhook(after) ? [] : [{ code: 'conversion', crd } as const]),
  ];
}

function ofReturn(crd: string, back: CrdChange | undefined): WayBackReason[] {
  if (back === undefined) return [];
  const { lostStoredVersions: versions, scope, risks, moreRisks } = back;
  const count = risks.length + moreRisks;
  return [
    ...(versions.length === 0 ? [] : [{ code: 'stored', crd, versions } as const]),
    ...(scope === undefined ? [] : [{ code: 'scope', crd } as const]),
    ...(count === 0 ? [] : [{ code: 'fields', crd, count } as const]),
  ];
}

/** The new definition as it would be by then: the API server notes each version that objects may be stored in. */
function storedBy(after: KubeObject, before: KubeObject): KubeObject {
  const known = items(at(before, 'status', 'storedVersions'));
  const next = items(at(after, 'spec', 'versions')).filter((version) => at(version, 'storage') === true);
  return { ...after, status: { storedVersions: [...known, ...next.map((version) => at(version, 'name'))] } };
}
