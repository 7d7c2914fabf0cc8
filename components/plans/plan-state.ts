import type { Tone } from '#components/ui/tones.tsx';
import { waitsForApproval } from '#lib/olm/views/operator-view.ts';
import type { InstallPlan, InstallPlanPhase } from '#lib/olm/api/types.ts';
import type { Translate } from '#messages/types.ts';

function phasesOf(t: Translate<'plans'>): Readonly<Record<InstallPlanPhase, { tone: Tone; label: string }>> {
  return {
    '': { tone: 'busy', label: t('phase.Planning') },
    Planning: { tone: 'busy', label: t('phase.Planning') },
    RequiresApproval: { tone: 'warn', label: t('phase.RequiresApproval') },
    Installing: { tone: 'busy', label: t('phase.Installing') },
    Complete: { tone: 'good', label: t('phase.Complete') },
    Failed: { tone: 'bad', label: t('phase.Failed') },
  };
}

export function planState(plan: InstallPlan, t: Translate<'plans'>): { tone: Tone; label: string } {
  const phase = plan.status?.phase ?? '';
  // Approved a moment ago: the phase still says it waits.
  if (phase === 'RequiresApproval' && !waitsForApproval(plan)) return phasesOf(t).Installing;
  return phasesOf(t)[phase];
}

/** Waiting ones first, then the newest. */
export function byUrgency(left: InstallPlan, right: InstallPlan): number {
  const waiting = Number(waitsForApproval(right)) - Number(waitsForApproval(left));
  if (waiting !== 0) return waiting;
  return (right.metadata.creationTimestamp ?? '').localeCompare(left.metadata.creationTimestamp ?? '');
}
