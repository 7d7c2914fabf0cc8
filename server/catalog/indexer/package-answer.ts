/**
 * The answer to a question about one package, as it lies in an index: its JSON in pieces, and between them the places of
 * long texts, which lie elsewhere in the file. It is put together from bytes: such answers have megabytes, and as objects and
 * texts they would take several times as much for a moment each.
 */
import type { CatalogBundle, CatalogPackage } from '#lib/olm/api/catalog.ts';
import { NOT_SHOWN, shownBundles } from '../store/package-detail.ts';
import type { TextRef } from './format.ts';
import { bytesAt, packTexts } from './text-block.ts';

/** Where the long texts of a bundle lie: description and examples there, its permissions right behind. */
export interface KeptTexts {
  ref: TextRef;
  /** Of both, in bytes. */
  size: number;
  /** It has no permissions. */
  asksNothing: boolean;
}

/** What stands behind a piece: the fields of an object without its brackets, or a whole value. */
type Gap = readonly [kind: 'fields' | 'value', ref: TextRef];

/** @param textsOf where the long texts of a bundle were put */
export function packAnswer(
  pkg: CatalogPackage,
  hasIcon: boolean,
  textsOf: (bundle: CatalogBundle) => KeptTexts,
): Buffer {
  const { icon: _icon, bundles, ...rest } = pkg;
  const pieces: string[] = [];
  const gaps: Gap[] = [];
  let piece = `${open({ ...rest, hasIcon })},"bundles":{`;
  const leave = (...gap: Gap): void => {
    pieces.push(piece);
    gaps.push(gap);
    piece = '';
  };
  shownBundles(pkg).forEach(([name, { own, csv, isHead }], number) => {
    const bundle = bundles[name];
    if (bundle === undefined) return;
    const { ref, asksNothing } = textsOf(bundle);
    piece += `${number === 0 ? '' : ','}${JSON.stringify(name)}:${open(own)},"csv":${open(csv)},`;
    if (isHead) leave('fields', ref);
    else piece += fieldsOf(JSON.stringify(NOT_SHOWN));
    piece += ',"permissions":';
    if (asksNothing) piece += '[]';
    else leave('value', [ref[0], ref[1] + 1]);
    piece += '}}';
  });
  pieces.push(`${piece}}}`);
  return packTexts([JSON.stringify(gaps), ...pieces].map((text) => Buffer.from(text)));
}

/** The JSON; undefined when some of it is damaged. @param block bytes of a block of long texts, by its number */
export function joinAnswer(
  packed: Buffer,
  block: (number: number) => Buffer | undefined,
): Buffer | undefined {
  const gaps = JSON.parse(bytesAt(packed, 0)?.toString() ?? '[]') as Gap[];
  const parts = [bytesAt(packed, 1)];
  for (const [index, [kind, [number, place]]] of gaps.entries()) {
    const held = block(number);
    const text = held && bytesAt(held, place);
    parts.push(kind === 'fields' ? text?.subarray(1, -1) : text, bytesAt(packed, index + 2));
  }
  return parts.every((part) => part !== undefined) ? Buffer.concat(parts) : undefined;
}

/** An object without its end. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

function fieldsOf(json: string): string {
  return json.slice(1, -1);
}
