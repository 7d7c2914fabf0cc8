/** Copies of CSVs in the namespaces that their operators watch; the key is that of the CSV. */
import { parseKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion, CsvStatus } from '#lib/olm/api/types.ts';
import { decideCsvCopies, staleCopies, type CsvCopyFacts } from '#lib/olm/csv/copies.ts';
import { csvCopyFacts } from '#lib/olm/observed/copies.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';
import { copiesIn } from '../caches.ts';
import type { Kind } from '../reconcile.ts';
import { readerOfWorld } from '../world.ts';
import { findAny } from '../write.ts';

export const csvCopiesKind: Kind<ClusterServiceVersion, CsvCopyFacts, CsvStatus> = {
  controller: 'csvcopies',
  resource: resources.clusterServiceVersions,
  isValid: isCsv,
  async observe({ world, key, signal }) {
    // It may not make them with the rights of accounts alone.
    if (world.accountsOnly === true) return undefined;
    const { namespace = '', name } = parseKey(key);
    const ref = { namespace, name };
    const facts = csvCopyFacts(readerOfWorld(world), ref, copiesIn(world.caches));
    if (facts === undefined || staleCopies(facts).length === 0) return facts;
    // The caches are without what only pages show.
    const whole = await findAny(world, resources.clusterServiceVersions, ref, signal);
    return whole !== undefined && isCsv(whole) ? { ...facts, whole } : facts;
  },
  decide: decideCsvCopies,
};
