/** Plans that wait for the one that runs, in an annotation of the instance: spec and status have no field for them. */
import { QUEUED_PLANS_ANNOTATION } from '../api/labels.ts';
import type { KudoInstance } from '../api/types.ts';

/** Their names, the next one first; none where the annotation says nothing that can be read. */
export function queuedPlans(instance: KudoInstance): string[] {
  const text = instance.metadata.annotations?.[QUEUED_PLANS_ANNOTATION];
  if (text === undefined) return [];
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** As the annotation holds them. */
export function queueText(plans: readonly string[]): string {
  return JSON.stringify(plans);
}
