/** What a webhook of a CSV is asked about, for people (OLM 71). */
import { at, items, textsOf } from '../../base/loose.ts';

/** Such as `CREATE, UPDATE deployments.apps`; of a conversion its definitions. Anything may stand in the description. */
export function webhookMatches(webhook: unknown): string[] {
  if (at(webhook, 'type') === 'ConversionWebhook') return textsOf(at(webhook, 'conversionCRDs'));
  return items(at(webhook, 'rules')).flatMap((rule) => {
    const operations = textsOf(at(rule, 'operations')).join(', ');
    // The core group is the empty one.
    const groups = items(at(rule, 'apiGroups')).filter((group) => typeof group === 'string');
    return textsOf(at(rule, 'resources')).flatMap((resource) =>
      (groups.length === 0 ? [''] : groups).map((group) =>
        `${operations} ${group === '' ? resource : `${resource}.${group.slice(0, 256)}`}`.trim(),
      ),
    );
  });
}
