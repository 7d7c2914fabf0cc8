/** Phase Installing: what the CSV consists of has been written, and is waited for (OLM 62, 68, 71). */
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { LEFT_OUT_ANNOTATION } from '../api/labels.ts';
import type { ObjectWrite } from '../plan/decision.ts';
import { leftOutMessage } from '../plan/left-out.ts';
import { checkApiServices } from './api-services.ts';
import { missingServing } from './certificates/standing.ts';
import { checkComponents } from './components.ts';
import { go, to, type CsvFacts, type CsvStep } from './facts.ts';
import { parseLeftOut } from './left-out.ts';
import { checkWebhooks } from './webhooks/check.ts';

/** How long Deployments may take to become healthy (OLM 87). */
export const CSV_INSTALL_TIMEOUT_MS = 5 * 60_000;

/** Whether all is as it should be, or for how long it may yet become so. `now`: unix ms. */
export function awaitComponents(facts: CsvFacts, now: number): CsvStep {
  const components = checkComponents(facts);
  if (components.healthy) {
    const around = missingServing(facts);
    if (around.length > 0) return { actions: around, requeueAfterMs: INSTALL_WAITING_AFTER_MS };
    return awaitApiServices(facts, now) ?? awaitWebhooks(facts, now);
  }
  if (components.changed !== undefined) {
    return go(to('InstallReady', 'InstallWaiting', `installing: ${components.changed}`));
  }
  if (components.expired !== undefined) {
    return go(to('Failed', 'InstallCheckFailed', `install failed: ${components.expired}`));
  }
  // What is gone is made again without ado.
  return keepWaiting(
    facts,
    { actions: components.missing.map(applied), why: `installing: ${components.why}` },
    now,
  );
}

/**
 * OLM 70. Only once its Deployments answer: of an API that nobody serves the API server cannot tell whether a namespace is
 * empty, and removes none. Undefined once they are available.
 */
function awaitApiServices(facts: CsvFacts, now: number): CsvStep | undefined {
  const { state, why, writes } = checkApiServices(facts);
  if (state === 'refused')
    return go(to('Failed', 'InstallComponentFailed', `install strategy failed: ${why}`));
  if (writes.length > 0) return { actions: writes, requeueAfterMs: INSTALL_WAITING_AFTER_MS };
  return state === 'installed'
    ? undefined
    : keepWaiting(facts, { actions: [], why: 'apiServices not installed' }, now);
}

/**
 * OLM 71. Only once its Deployments answer: upstream makes them before, and until then an operator whose webhook fails closed
 * keeps everybody, itself included, from what the webhook is asked about.
 */
function awaitWebhooks(facts: CsvFacts, now: number): CsvStep {
  const { state, why, writes } = checkWebhooks(facts);
  if (state === 'installed') return { ...succeed(facts), actions: writes };
  if (writes.length > 0) return { actions: writes, requeueAfterMs: INSTALL_WAITING_AFTER_MS };
  if (state === 'unready') return go(to('InstallReady', 'InstallWaiting', why));
  return keepWaiting(facts, { actions: [], why }, now);
}

function keepWaiting(
  { csv }: CsvFacts,
  { actions, why }: { actions: ObjectWrite[]; why: string },
  now: number,
): CsvStep {
  const since = Date.parse(csv.status?.lastTransitionTime ?? '');
  const left = since + CSV_INSTALL_TIMEOUT_MS - now;
  if (left <= 0) return go(to('Failed', 'InstallCheckFailed', 'install timeout'), { actions });
  const requeueAfterMs = Number.isNaN(left) ? CSV_INSTALL_TIMEOUT_MS : left;
  return waitingLong(csv.status?.reason, since, now)
    ? go(to('Installing', 'InstallWaiting', why), { actions, requeueAfterMs })
    : { actions, requeueAfterMs: Math.min(requeueAfterMs, INSTALL_WAITING_AFTER_MS) };
}

/** A Deployment that is up at once is not worth a status write that says it is awaited. */
const INSTALL_WAITING_AFTER_MS = 2_000;

function waitingLong(reason: string | undefined, since: number, now: number): boolean {
  return reason === 'InstallWaiting' || Number.isNaN(since) || now - since >= INSTALL_WAITING_AFTER_MS;
}

function succeed({ csv }: CsvFacts): CsvStep {
  const text = csv.metadata.annotations?.[LEFT_OUT_ANNOTATION];
  const parts = text === undefined ? [] : parseLeftOut(text);
  const told = csv.status?.conditions?.some((condition) => condition.reason === 'PartsLeftOut') ?? false;
  // Into the history first, so that what the CSV ends in stays the words that tools know.
  if (parts.length > 0 && !told) return go(to('Installing', 'PartsLeftOut', leftOutMessage(parts)));
  return go(to('Succeeded', 'InstallSucceeded', 'install strategy completed with no errors'));
}

/** The write of a Deployment. */
export const applied = (object: KubeObject): ObjectWrite => ({
  kind: 'apply',
  resource: resources.deployments,
  object,
});
