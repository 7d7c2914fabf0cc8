/** What explanations look things up in. */
import { optional } from '../../base/loose.ts';
import type { Variable } from './constraints.ts';
import type { BundleRef } from './explanation.ts';
import type { Offer } from './offers.ts';
import type { ResolverCatalog } from './types.ts';

/** The variables of a namespace's problem, and where each Subscription's candidates are among them. */
export interface Known {
  variables: readonly Variable[];
  choices: ReadonlyMap<Offer, readonly number[]>;
  /** Visible ones, in order of preference. */
  catalogs: readonly ResolverCatalog[];
}

/** A variable as explanations name it; what is installed has neither channel nor catalog. */
export function bundleRefOf({ csv, package: name, version, from }: Variable): BundleRef {
  return {
    csv,
    ...optional({ package: name, version }),
    ...(from.kind === 'installed'
      ? {}
      : {
          channel: from.candidate.channel,
          catalog: { namespace: from.catalog.namespace, name: from.catalog.name },
        }),
  };
}
