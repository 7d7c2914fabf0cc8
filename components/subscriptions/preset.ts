import { optional } from '#lib/base/loose.ts';
import type { SubscriptionDraft } from '#lib/olm/foresight/subscription-edit.ts';
import type { SubscriptionPreset } from '#lib/urls.ts';

/** What a link or the explanation proposes, put into the form. A version is begun with, or, once one runs, stopped at. */
export function withPreset(
  draft: SubscriptionDraft,
  { channel, csv, catalog }: SubscriptionPreset,
  installed: boolean,
): SubscriptionDraft {
  return {
    ...draft,
    ...optional({ channel, catalog }),
    ...(csv === undefined ? {} : installed ? { pin: csv } : { startingCSV: csv }),
  };
}
