/** A version that a Subscription is not to go beyond. */
import type { Subscription } from './types.ts';

/** On a Subscription: name of a CSV. Upgrades go along the graph up to it and stop there. */
export const PIN_ANNOTATION = 'capstan.dev/pin';

export function pinOf({ metadata }: Subscription): string | undefined {
  const pin = metadata.annotations?.[PIN_ANNOTATION];
  return pin === '' ? undefined : pin;
}
