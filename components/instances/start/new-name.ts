import { freeName, nameWith, suffixLength, suffixOf } from '#lib/schema-form/formats/proposed-name.ts';

const TRIES = 5;

/** A valid name after `stem` that nobody has. */
export function newName(stem: string, taken: ReadonlySet<string>): string {
  const names = Array.from({ length: TRIES }, () => nameWith(stem, suffixOf(numbers())));
  return freeName(names, taken);
}

function numbers(): number[] {
  return Array.from({ length: suffixLength }, () => Math.random());
}
