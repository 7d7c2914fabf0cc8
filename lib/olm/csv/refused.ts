/** What a CSV says when the API server refuses what it consists of. */
import { resources } from '../../k8s/resources.ts';
import type { CsvStatus } from '../api/types.ts';
import type { Decision, Refusal } from '../plan/decision.ts';
import { stepOfCsv } from './decide.ts';
import { to, type CsvFacts, type CsvStep, type CsvTransition } from './facts.ts';
import { withTransition } from './status.ts';

/** OLM 62: why the components cannot be written is shown, and the install tried again with growing pauses. */
export function refusedCsv(facts: CsvFacts, refusal: Refusal, now: number): Decision<CsvStatus> | undefined {
  const step = stepOfCsv(facts, now);
  if (!isInstalling(facts, step)) return undefined;
  const next = refusedBy(facts, step, refusal);
  return {
    status: withTransition(facts.csv.status, next, undefined, now),
    actions: [],
    again: { kind: 'retry', why: refusal.message },
  };
}

/** An APIService that may not be made for want of a right is one of the components for which somebody has to grant it. */
function refusedBy({ csv }: CsvFacts, { actions }: CsvStep, { forbidden, message }: Refusal): CsvTransition {
  if (forbidden) {
    const why = `install strategy failed: install strategy failed: ${message}`;
    return to('Failed', 'InstallComponentFailedNoRetry', why);
  }
  const isOfApis =
    csv.status?.phase === 'Installing' &&
    actions.some((action) => action.kind === 'apply' && action.resource === resources.apiServices);
  return isOfApis
    ? to('Failed', 'APIServiceInstallFailed', `APIService install failed: ${message}`)
    : to('Failed', 'InstallComponentFailed', `install strategy failed: ${message}`);
}

/** Its components are written on the way to that phase, after their certificates, and its webhooks in it. */
function isInstalling({ csv }: CsvFacts, { next, actions }: CsvStep): boolean {
  const phase = csv.status?.phase ?? '';
  if (next?.phase === 'Installing') return true;
  return actions.length > 0 && (phase === 'Installing' || phase === 'InstallReady');
}
