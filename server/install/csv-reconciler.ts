/** ClusterServiceVersions; of one that is gone, what it left is removed. */
import { optional } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion, CsvStatus } from '#lib/olm/api/types.ts';
import { copiedFrom } from '#lib/olm/api/labels.ts';
import { endedInstall } from '#lib/olm/csv/attempt.ts';
import { decideCsv, looksElsewhere } from '#lib/olm/csv/decide.ts';
import { refusedCsv } from '#lib/olm/csv/refused.ts';
import type { CsvFacts } from '#lib/olm/csv/facts.ts';
import { decideRemains, type RemainsFacts } from '#lib/olm/csv/remains.ts';
import { requiredApis } from '#lib/olm/csv/requirements.ts';
import { isSameStatus, toldOfCsv } from '#lib/olm/csv/status.ts';
import { csvFacts } from '#lib/olm/observed/csv-facts.ts';
import { isCsv } from '#lib/olm/observed/shapes.ts';
import { parseKey } from '#lib/k8s/object.ts';
import { withGroupRights } from './attenuated.ts';
import { servingCertificates } from './certificates/read.ts';
import { servedApis } from './discovered-apis.ts';
import { forgetGrants, grantsFor } from './csv/grants.ts';
import { instancesBefore, observeRemains, ownedObjects } from './owned-objects.ts';
import type { Kind, Run } from './reconcile.ts';
import { unchangedDeployments } from './csv/unchanged.ts';
import { readerOfWorld } from './world.ts';

export const csvKind: Kind<ClusterServiceVersion, CsvFacts | RemainsFacts, CsvStatus> = {
  controller: 'csv',
  resource: resources.clusterServiceVersions,
  // Copies of those elsewhere are nobody's operators.
  isValid: (object): object is ClusterServiceVersion => isCsv(object) && copiedFrom(object) === undefined,
  observe({ world, key, object, status, signal }) {
    if (object !== undefined) return observeCsv({ world, key, signal }, { object, status });
    forgetGrants(world, key);
    const { namespace = '', name } = parseKey(key);
    const isUnreadable = world.caches.clusterServiceVersions.get({ namespace, name }) !== undefined;
    return isUnreadable ? undefined : observeRemains(world, { namespace, name }, signal);
  },
  decide: (facts, now) => ('csv' in facts ? decideCsv(facts, now) : decideRemains(facts)),
  onRefusal: (facts, refusal, now) => ('csv' in facts ? refusedCsv(facts, refusal, now) : undefined),
  // What an operator's pods may do is decided by who could have made them.
  rights: (world, { metadata }) => withGroupRights(world, metadata.namespace ?? ''),
  isSame: isSameStatus,
  log: ({ phase, reason, message }) => ({ phase, reason, detail: message }),
  measured(world, before, after) {
    const ended = endedInstall(before, after);
    if (ended !== undefined) world.meter?.installed(ended);
  },
  told: toldOfCsv,
};

async function observeCsv(
  run: Run,
  { object, status }: { object: ClusterServiceVersion; status: CsvStatus | undefined },
): Promise<CsvFacts> {
  const { world, key } = run;
  const csv = status === undefined ? object : { ...object, status };
  const { namespace = '' } = csv.metadata;
  const isGoing = csv.metadata.deletionTimestamp !== undefined;
  const going = isGoing ? await instancesBefore(world, csv) : new Map<string, number>();
  const known = csvFacts(readerOfWorld(world), csv, {
    serverVersion: world.serverVersion,
    servedApis: requiredApis(csv).length === 0 ? new Set<string>() : await servedApis(world),
    ownedObjects: isGoing && going.size === 0 ? await ownedObjects(world, csv) : [],
    goingInstances: going,
    certificates: await servingCertificates(run, csv),
    ...optional({ leavesOut: world.leavesOut }),
  });
  const facts = { ...known, unchanged: await unchangedDeployments(run, known) };
  const now = world.clock.now();
  // What is forbidden is tried again and again, which its own status does not say on the way.
  if (looksElsewhere(facts, now) || looksElsewhere({ ...facts, csv: object }, now)) {
    return { ...facts, grants: await grantsFor(world, key, namespace) };
  }
  forgetGrants(world, key);
  return facts;
}
