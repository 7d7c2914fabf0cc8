/** Compares what the validator finds with what an API server said. */
import type { FieldError } from '../schema-form/schema/field-error.ts';

/**
 * The API server's refusal; `early`: it stopped before it had looked at everything, so that places may be missing.
 */
export interface ServerRefusal {
  readonly places: readonly string[];
  readonly early: boolean;
}

/** How the validator's verdict on a value compares with the API server's. */
export type Agreement =
  | 'same'
  /** Both refuse, but not for the same places. */
  | 'places'
  /** The validator refuses what the API server takes. */
  | 'falseAlarm'
  /** The API server refuses what the validator takes. */
  | 'missed';

/** Judges by places, not by words. @param refusal undefined when the API server took the value */
export function compare(errors: readonly FieldError[], refusal: ServerRefusal | undefined): Agreement {
  if (refusal === undefined) return errors.length === 0 ? 'same' : 'falseAlarm';
  if (errors.length === 0) return 'missed';
  const ours = errors.map((error) => ({ place: error.path.join('.'), rule: error.rule }));
  const theirs = refusal.places.map(plain);
  const explained = theirs.every((place) =>
    ours.some((own) => explains(own, place) || (refusal.early && own.place.startsWith(`${place}.`))),
  );
  const shared = ours.every((own) => refusal.early || theirs.some((place) => isSame(own.place, place)));
  return explained && shared ? 'same' : 'places';
}

/** Keys in brackets and keys after dots are the same to us: `a[b].c` and `a.b.c`. */
function plain(place: string): string {
  return place.replace(/\[/g, '.').replace(/"?\]/g, '').replace(/\."/g, '.').replace(/^\./, '');
}

/** The maps and lists of metadata that the API server names as a whole; we name the entry. */
const WHOLE = /(?:^|\.)metadata(?:\.(?:labels|annotations|finalizers|ownerReferences)\b.*)?$/;

function isSame(own: string, place: string): boolean {
  if (own === place) return true;
  return WHOLE.test(own) && WHOLE.test(place) && wholeOf(own) === wholeOf(place);
}

function wholeOf(place: string): string {
  return place.replace(/((?:^|\.)metadata\.(?:labels|annotations|finalizers|ownerReferences)).*$/, '$1');
}

/** Of a choice that fails the API server also tells the nearest branch; of a wrong type what it dropped from inside. */
const EXPLAINS_BELOW = new Set(['anyOf', 'oneOf', 'type']);

function explains(own: { place: string; rule: string }, place: string): boolean {
  if (isSame(own.place, place)) return true;
  // The name that was made of a bad beginning is bad too.
  if (own.place === 'metadata.generateName' && place === 'metadata.name') return true;
  const within = own.place === '' || place.startsWith(`${own.place}.`);
  return within && (EXPLAINS_BELOW.has(own.rule) || own.place === 'metadata');
}
