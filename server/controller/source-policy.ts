/** Where CatalogSources may lead the controller. */
import { networkInterfaces } from 'node:os';
import type { OutboundPolicy } from '#server/catalog/net/outbound.ts';
import type { GivenFlags } from './flags.ts';

type SourceFlags = Pick<
  GivenFlags,
  'allow-loopback-sources' | 'allow-private-sources' | 'no-private-sources' | 'source-host'
>;

/**
 * In a cluster private networks are where its own Services are. Outside they are where the machine happens to be, which
 * whoever may write a CatalogSource in that cluster has no business in.
 */
export function sourcePolicy(
  flags: SourceFlags,
  { inCluster }: { inCluster: boolean },
  own: () => readonly string[] = ownAddresses,
): OutboundPolicy {
  const loopback = flags['allow-loopback-sources'];
  // Loopback lies further in.
  const allowed = inCluster || loopback || flags['allow-private-sources'];
  return {
    loopback,
    private: allowed && !flags['no-private-sources'],
    // Asked each time: a laptop comes and goes.
    get own() {
      return own();
    },
    ...(flags['source-host'].length === 0 ? {} : { hosts: flags['source-host'] }),
  };
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
