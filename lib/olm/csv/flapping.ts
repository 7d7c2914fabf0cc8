/**
 * An operator that turns unhealthy and healthy over and over: its first turns are told at once, later ones only when they
 * last. Told each time, they would be written for ever, with Events, by whatever rhythm the trouble has.
 */
import { deploymentHealth, unavailableSince, wantedDeployments } from './deployment.ts';
import type { CsvFacts } from './facts.ts';
import type { CsvStatus } from '../api/types.ts';

/** Trouble of this age is another one. */
const REMEMBERED_MS = 6 * 3_600_000;
/** How long it has to last to be told, by how often it was told lately; the last one for all that follow. */
const PATIENCE_MS = [0, 0, 60_000, 600_000] as const;

/** Milliseconds for which a CSV that runs stays as it is, though a Deployment of it is not healthy; not positive: none. */
export function flapPatience(facts: CsvFacts, now: number): number {
  const patience = PATIENCE_MS[Math.min(timesTold(facts.csv.status, now), PATIENCE_MS.length - 1)] ?? 0;
  const since = unhealthySince(facts, now);
  return since === undefined ? 0 : since + patience - now;
}

/** How often the history says so; it holds some four such turns. */
function timesTold(status: CsvStatus | undefined, now: number): number {
  const told = (status?.conditions ?? []).filter(
    ({ phase, reason, lastTransitionTime = '' }) =>
      phase === 'Failed' &&
      (reason === 'ComponentUnhealthy' || reason === 'InstallCheckFailed') &&
      now - Date.parse(lastTransitionTime) < REMEMBERED_MS,
  );
  return told.length;
}

/** Undefined when no Deployment tells it, or one tells that it will be: clocks differ. */
function unhealthySince(facts: CsvFacts, now: number): number | undefined {
  const times = wantedDeployments(facts)
    .flatMap(({ metadata }) => facts.deployments.get(metadata.name) ?? [])
    .filter((deployment) => deploymentHealth(deployment).kind !== 'healthy')
    .map((deployment) => unavailableSince(deployment))
    .filter((time) => time <= now);
  return times.length === 0 ? undefined : Math.min(...times);
}
