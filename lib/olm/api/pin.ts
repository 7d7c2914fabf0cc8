/** A version that a Subscription is not to go beyond. */
import type { Subscription } from './types.ts';

/** On a Subscription: name of a CSV. Upgrades go along the graph up to it and stop there. */
export const PIN_ANNOTATION = 'capstan.dev/pin';

/** The CSV that the Subscription stops at, by name; undefined without the annotation or when it is empty. */
export function pinOf({ metadata }: Subscription): string | undefined {
  const pin = metadata.annotations?.[PIN_ANNOTATION];
  return pin === '' ? undefined : pin;
}
