/** Candidates up to the version that a Subscription is not to go beyond. */
import type { CatalogChannel } from '../api/catalog.ts';
import { channelOrder, edgeTo, type Candidate, type Installed } from '../content/graph.ts';
import { bundleOf, channelsInOrder } from '../content/channels.ts';
import type { ResolverBundle, ResolverPackage } from './types.ts';

/** Those of the candidates that do not pass the pin; where the channel skips it, the pin itself when it can be had. */
export function upToPin(
  pkg: ResolverPackage,
  candidates: readonly Candidate<ResolverBundle>[],
  pin: string,
  installed?: Installed,
): Candidate<ResolverBundle>[] {
  return channelsInOrder(pkg).flatMap((channel) => {
    const own = candidates.filter((candidate) => candidate.channel === channel.name);
    const order = channelOrder(pkg.name, channel);
    const chain = order.ok ? order.chain.map(({ name }) => name) : [];
    const at = chain.indexOf(pin);
    if (at < 0 && own.length > 0) return skippedPin(pkg, channel, pin, installed);
    const below = new Set(chain.slice(at));
    return own.filter(({ bundle }) => below.has(bundle.name));
  });
}

function skippedPin(
  pkg: ResolverPackage,
  channel: CatalogChannel,
  pin: string,
  installed: Installed | undefined,
): Candidate<ResolverBundle>[] {
  const entry = channel.entries.find(({ name }) => name === pin);
  const bundle = entry === undefined ? undefined : bundleOf(pkg, pin);
  if (entry === undefined || bundle === undefined) return [];
  if (installed === undefined) return [{ bundle, channel: channel.name, entry }];
  const edge = edgeTo(entry, bundle, installed);
  return edge === undefined ? [] : [{ bundle, channel: channel.name, entry, edge }];
}
