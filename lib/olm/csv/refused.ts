/** What a CSV says when the API server refuses what it consists of. */
import type { CsvStatus } from '../api/types.ts';
import type { Decision, Refusal } from '../plan/decision.ts';
import { stepOfCsv } from './decide.ts';
import { to, type CsvFacts, type CsvStep } from './facts.ts';
import { withTransition } from './status.ts';

/** OLM 62: why the components cannot be written is shown, and the install tried again with growing pauses. */
export function refusedCsv(facts: CsvFacts, refusal: Refusal, now: number): Decision<CsvStatus> | undefined {
  if (!isInstalling(facts, stepOfCsv(facts, now))) return undefined;
  const reason = refusal.forbidden ? 'InstallComponentFailedNoRetry' : 'InstallComponentFailed';
  const prefix = refusal.forbidden
    ? 'install strategy failed: install strategy failed'
    : 'install strategy failed';
  const next = to('Failed', reason, `${prefix}: ${refusal.message}`);
  return {
    status: withTransition(facts.csv.status, next, undefined, now),
    actions: [],
    again: { kind: 'retry', why: refusal.message },
  };
}

/** Its components are written on the way to that phase, after their certificates, and its webhooks in it. */
function isInstalling({ csv }: CsvFacts, { next, actions }: CsvStep): boolean {
  const phase = csv.status?.phase ?? '';
  if (next?.phase === 'Installing') return true;
  return actions.length > 0 && (phase === 'Installing' || phase === 'InstallReady');
}
