/** Conditions that say that what is installed is on its way out (OLM 27). Source: OLM `catalog/subscription/reconciler.go`. */
import { withCondition, withoutCondition } from '../../k8s/conditions.ts';
import type { SubscriptionFacts } from './facts.ts';
import type { Subscription, SubscriptionStatus } from '../api/types.ts';
import type { OwnCondition } from '../api/vocabulary.ts';

type Type = OwnCondition['type'];

const ROLL_UP = 'Deprecated' satisfies Type;
const ALL: readonly Type[] = ['PackageDeprecated', 'ChannelDeprecated', 'BundleDeprecated', ROLL_UP];

/** What the catalog does not know of any more keeps what was said of it last. */
export function withDeprecations(
  facts: SubscriptionFacts,
  subscription: Subscription,
  status: SubscriptionStatus,
  time: string,
): SubscriptionStatus {
  const messages = deprecations(facts, subscription, status.installedCSV);
  if (messages === undefined) return status;
  const found = [...messages.values()];
  const wanted: ReadonlyMap<Type, string> =
    found.length === 0 ? messages : new Map<Type, string>([...messages, [ROLL_UP, found.join('; ')]]);
  const over = ALL.filter((type) => !wanted.has(type));
  let conditions = withoutCondition(status.conditions, ...over);
  for (const [type, message] of wanted) {
    conditions = withCondition(conditions, { type, status: 'True', message }, time);
  }
  return { ...status, conditions };
}

/** Message by condition type; undefined when the installed bundle is not in the catalog. */
function deprecations(
  { catalogs }: SubscriptionFacts,
  { spec }: Subscription,
  installedCSV: string | undefined,
): ReadonlyMap<Type, string> | undefined {
  const catalog = catalogs.find(
    ({ ref }) => ref.name === spec.source && ref.namespace === spec.sourceNamespace,
  );
  const pkg = installedCSV === undefined ? undefined : catalog?.packages.get(spec.name);
  const bundle = pkg?.bundles[installedCSV ?? ''];
  if (pkg === undefined || bundle === undefined) return undefined;
  const channelName = spec.channel ?? '';
  const channel = pkg.channels.find(({ name }) => name === channelName);
  const said: [Type, string, string | undefined][] = [
    ['PackageDeprecated', `olm.package/${pkg.name}`, pkg.deprecation],
    ['ChannelDeprecated', `olm.channel/${channelName}`, channel?.deprecation],
    ['BundleDeprecated', `olm.bundle/${bundle.name}`, bundle.deprecation],
  ];
  return new Map(
    said.flatMap(([type, about, text]): [Type, string][] =>
      text === undefined ? [] : [[type, `${about}: ${text}`]],
    ),
  );
}
