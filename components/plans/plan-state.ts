import type { Tone } from '#components/ui/tones.tsx';
import { waitsForApproval } from '#lib/olm/operator-view.ts';
import type { InstallPlan, InstallPlanPhase } from '#lib/olm/types.ts';

const PHASES: Readonly<Record<InstallPlanPhase, { tone: Tone; label: string }>> = {
  '': { tone: 'busy', label: 'Planning' },
  Planning: { tone: 'busy', label: 'Planning' },
  RequiresApproval: { tone: 'warn', label: 'Needs approval' },
  Installing: { tone: 'busy', label: 'Installing' },
  Complete: { tone: 'good', label: 'Complete' },
  Failed: { tone: 'bad', label: 'Failed' },
};

export function planState(plan: InstallPlan): { tone: Tone; label: string } {
  const phase = plan.status?.phase ?? '';
  // Approved a moment ago: the phase still says it waits.
  if (phase === 'RequiresApproval' && !waitsForApproval(plan)) return PHASES.Installing;
  return PHASES[phase];
}

/** Waiting ones first, then the newest. */
export function byUrgency(left: InstallPlan, right: InstallPlan): number {
  const waiting = Number(waitsForApproval(right)) - Number(waitsForApproval(left));
  if (waiting !== 0) return waiting;
  return (right.metadata.creationTimestamp ?? '').localeCompare(left.metadata.creationTimestamp ?? '');
}
