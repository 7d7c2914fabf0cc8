import type { RemovalWait } from '#lib/olm/removal/decide.ts';
import type { StayReason } from '#lib/olm/removal/inventory.ts';
import type { Translate } from '#messages/types.ts';

/** "Waiting for the operator to remove finalizers: …" */
export function waitText(wait: RemovalWait, t: Translate<'removal'>): string {
  switch (wait.code) {
    case 'going':
      return t('waits.going');
    case 'finalizers':
      return t('waits.finalizers', { ...wait.values, runs: String(wait.values.runs) });
    case 'newInstances':
      return t('waits.newInstances', wait.values);
    case 'uncounted':
      return t('waits.uncounted', wait.values);
    case 'neededBy':
    case 'otherOperators':
      return t(`waits.${wait.code}`, wait.values);
  }
}

/** "Kept: required by …" */
export function stayText(reason: StayReason, t: Translate<'removal'>): string {
  switch (reason.code) {
    case 'uncounted':
      return t('stays.uncounted', reason.values);
    case 'instances':
    case 'tooMany':
      return t(`stays.${reason.code}`, reason.values);
    case 'neededBy':
    case 'sharedWith':
    case 'otherOperators':
      return t(`stays.${reason.code}`, reason.values);
  }
}
