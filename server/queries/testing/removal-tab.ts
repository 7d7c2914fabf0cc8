/** A tab that removes an operator, without its page: what is ticked there, and the deletions that it sends, one look after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import { resources } from '#lib/k8s/resources.ts';
import { decideRemoval, type Removal } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import { inventoryOf, type Choice } from '#lib/olm/removal/inventory.ts';
import { choicesOf, recordOf, recordPatch, restOf, type RemovalChoices } from '#lib/olm/removal/record.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { queryRemoval } from '../removal.ts';

/** An operator, by its CSV. */
export interface LeavingOperator {
  namespace: string;
  name: string;
}

/** What is agreed to by whoever ticks, of the boxes that there are, those that `wished` takes, as far as they are offered. */
export function tickedBoxes(
  facts: UninstallFacts,
  wished: (names: readonly string[]) => readonly string[],
): RemovalChoices {
  const definitions = facts.kinds.map(({ crd }) => crd);
  const offered = inventoryOf(facts, {
    instances: new Set(wished(definitions)),
    definitions: new Set(wished(definitions)),
    groups: new Set(wished(facts.groups.map(({ name }) => name))),
    dependencies: new Set(wished(facts.dependencies.map(({ csv }) => csv.name))),
  });
  const ticked = (choices: readonly Choice[]): Set<string> =>
    new Set(choices.filter(({ picked }) => picked).map(({ id }) => id));
  return choicesOf(facts, {
    instances: ticked(offered.instances),
    definitions: ticked(offered.definitions),
    groups: ticked(offered.groups),
    dependencies: ticked(offered.dependencies),
  });
}

/** Writes down what was agreed to, as the page does before anything goes. */
export async function agreeTo(
  { client }: Identity,
  operator: LeavingOperator,
  choices: RemovalChoices,
): Promise<void> {
  const body = recordPatch(choices.csv, recordOf(choices));
  await client.patch(resources.clusterServiceVersions, operator, { type: 'merge', body });
}

/** Whose tab it is, and what happens after each look. */
export interface TabCourse {
  identity: Identity;
  meanwhile?: ((removal: Removal, round: number, facts: UninstallFacts) => Promise<void>) | undefined;
}

/** One tab, to its end; rejects when something is refused. */
export async function carryOut(
  operator: LeavingOperator,
  choices: RemovalChoices,
  { identity, meanwhile }: TabCourse,
): Promise<Removal> {
  for (let round = 1; ; round += 1) {
    const facts = await queryRemoval(identity, { ...operator, rest: restOf(choices) });
    const removal = decideRemoval(facts, choices);
    if (removal.state !== 'running') return removal;
    for (const change of removal.next) {
      if (change.verb !== 'delete') throw new Error(`not a deletion: ${change.verb}`);
      const { resource, ref, uid = '' } = change;
      await identity.client.delete(resource, ref, { uid }).catch(unlessOther);
    }
    await meanwhile?.(removal, round, facts);
    await delay(100);
  }
}

/** Under the name stands another by now, which nobody has agreed to. */
function unlessOther(error: unknown): void {
  if (!isKubeError(error, 'conflict')) throw error;
}
