import { textOf } from '#lib/schema-form/document.ts';
import { setInValue } from '#lib/schema-form/path.ts';
import type { Starter } from '#lib/schema-form/starters.ts';

/** The text a form starts with: the starter as it is, in the namespace chosen. Nothing else is added. */
export function startingText(starter: Starter, namespace: string | undefined): string {
  const { object } = starter;
  return textOf(namespace === undefined ? object : setInValue(object, ['metadata', 'namespace'], namespace));
}
