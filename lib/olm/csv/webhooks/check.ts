/** The webhooks of a CSV against those that are there. Source: OLM `olm/operator.go` (areWebhooksAvailable). */
import type { ObjectWrite } from '../../plan/decision.ts';
import type { CsvFacts } from '../facts.ts';
import { checkConfigurations } from './configuration.ts';
import { checkConversions } from './conversion.ts';

/** How the webhooks of a CSV are, and what to write for them. */
export interface WebhooksVerdict {
  /** `absent`: a configuration is not there; `unready`: a definition does not ask its webhook. */
  state: 'installed' | 'absent' | 'unready';
  /** In upstream's words; empty when they are installed. */
  why: string;
  /** What can be written now: of the absent ones, and of those that are another than they should be. */
  writes: ObjectWrite[];
}

/** A webhook that is there counts as installed, as it answers; what is another in it is put right all the same. */
export function checkWebhooks(facts: CsvFacts): WebhooksVerdict {
  const configurations = checkConfigurations(facts);
  const conversions = checkConversions(facts);
  const writes = [...configurations.writes, ...conversions.writes];
  if (conversions.absent)
    return { state: 'unready', why: 'Webhook install failed: conversionWebhook not ready', writes };
  if (configurations.absent) return { state: 'absent', why: 'webhooks not installed', writes };
  return { state: 'installed', why: '', writes };
}
