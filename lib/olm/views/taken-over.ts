/** From a CSV that is gone to the one in its place. */
import type { Subscription } from '../api/types.ts';

/** The CSV that a Subscription to the same operator has by now, in the place of one that is gone. */
export function takenOverBy(name: string, subscriptions: readonly Subscription[]): string | undefined {
  const operator = operatorName(name);
  return subscriptions
    .map(({ status }) => status?.installedCSV)
    .find(
      (installed) => installed !== undefined && installed !== name && operatorName(installed) === operator,
    );
}

/** A CSV's name without the version at its end (`.v1.2.3-rc.1`); the name may have parts that begin like one. */
function operatorName(csv: string): string {
  const parts = csv.split('.');
  let end = parts.length;
  let isVersion = true;
  for (let at = parts.length - 1; at > 0; at -= 1) {
    const part = parts[at] ?? '';
    const goesOn = isVersion;
    const fits = (text: string): boolean => (goesOn && /^\d+$/.test(text)) || /^\d+[-+]/.test(text);
    if (fits(part.replace(/^v/, ''))) end = at;
    isVersion = fits(part);
  }
  return parts.slice(0, end).join('.');
}
