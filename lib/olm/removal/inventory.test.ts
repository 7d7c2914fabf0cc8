import { describe, expect, it } from 'vitest';
import { decideRemoval } from './decide.ts';
import { inventoryOf, nameToType, rightsOfRemoval, rightsToGoOn } from './inventory.ts';
import { choicesOf } from './record.ts';
import { dependency, kindOf, nothing, picks, standing, worldOf } from './testing/worlds.ts';

describe('what there is to agree to', () => {
  it('goes with the operator, whatever is chosen', () => {
    expect(inventoryOf(worldOf(), nothing).goes).toEqual([
      { kind: 'Subscription', namespace: 'ns', name: 'flights' },
      { kind: 'ClusterServiceVersion', namespace: 'ns', name: 'flights.v1' },
      { kind: 'Deployment', namespace: 'ns', name: 'flights' },
    ]);
  });

  it('are instances by kind, with where they are and who holds them', () => {
    const tickets = [
      standing('a'),
      standing('b', { namespace: 'more', finalizers: ['x/y'] }),
      standing('c', { namespace: 'more', finalizers: ['x/y', 'a/b'] }),
    ];
    expect(inventoryOf(worldOf({ tickets }), picks()).instances).toMatchObject([
      {
        id: 'tickets.example.com',
        picked: true,
        places: [
          { namespace: 'more', count: 2, finalizers: ['a/b', 'x/y'] },
          { namespace: 'ns', count: 1, finalizers: [] },
        ],
        rights: [
          { verb: 'delete', group: 'example.com', resource: 'tickets', namespace: 'more' },
          { verb: 'delete', group: 'example.com', resource: 'tickets', namespace: 'ns' },
        ],
      },
    ]);
  });

  it('is a definition once its instances go', () => {
    const facts = worldOf();
    expect(inventoryOf(facts, nothing).definitions).toMatchObject([
      { picked: false, stays: { code: 'instances', values: { kind: 'Ticket', count: 2 } } },
    ]);
    const [definition] = inventoryOf(facts, picks()).definitions;
    expect(definition).toMatchObject({ picked: true, rights: [{ name: 'tickets.example.com' }] });
    expect(definition).not.toHaveProperty('stays');
    expect(inventoryOf(worldOf({ tickets: [] }), nothing).definitions[0]).not.toHaveProperty('stays');
  });

  const other = { namespace: 'else', name: 'flights.v1' };
  it.each([
    [{ others: [{ ...other, need: 'owns' as const }] }, 'sharedWith', 'neededBy'],
    [{ others: [{ ...other, need: 'requires' as const }] }, undefined, 'neededBy'],
    [{ unread: 'forbidden' }, 'uncounted', 'uncounted'],
  ])('says of a kind with %j why it is not offered', (change, instances, definition) => {
    const kinds = [kindOf([standing('a')], change)];
    const found = inventoryOf(worldOf({ kinds }), picks());
    expect(found.instances[0]?.stays?.code).toBe(instances);
    expect(found.definitions[0]?.stays?.code).toBe(definition);
    expect(found.definitions[0]?.picked).toBe(false);
  });

  it('is the group, where no other operator is in the namespace', () => {
    expect(inventoryOf(worldOf(), nothing).groups[0]).not.toHaveProperty('stays');
    const facts = worldOf({ neighbors: ['maps.v1'], dependencies: [dependency('maps.v1')] });
    expect(inventoryOf(facts, nothing).groups[0]?.stays).toEqual({
      code: 'otherOperators',
      values: { operators: 'maps.v1' },
    });
    const along = { ...nothing, dependencies: new Set(['maps.v1']) };
    expect(inventoryOf(facts, along).groups[0]).not.toHaveProperty('stays');
    expect(inventoryOf(facts, along).dependencies).toMatchObject([{ id: 'maps.v1', picked: true }]);
  });
});

describe('rights', () => {
  const several = (count: number) =>
    worldOf({
      tickets: Array.from({ length: count }, (_one, index) =>
        standing(`t${String(index)}`, { namespace: `n${String(index)}` }),
      ),
    });
  const texts = (rights: readonly { resource: string; namespace?: string; name?: string }[]): string[] =>
    rights.map(({ resource, namespace = '', name = '' }) => `${resource} ${namespace}/${name}`);

  it('are those of the operator, and of what is picked', () => {
    const facts = several(2);
    expect(texts(rightsOfRemoval(facts, inventoryOf(facts, nothing)))).toEqual([
      'subscriptions ns/flights',
      'clusterserviceversions ns/flights.v1',
    ]);
    expect(texts(rightsOfRemoval(facts, inventoryOf(facts, picks()))).slice(2)).toEqual([
      'tickets n0/',
      'tickets n1/',
      'customresourcedefinitions /tickets.example.com',
      'operatorgroups ns/group',
    ]);
  });

  it('are asked for everywhere at once where there are many places', () => {
    const facts = several(50);
    expect(texts(rightsOfRemoval(facts, inventoryOf(facts, picks()))).slice(2, 4)).toEqual([
      'tickets /',
      'customresourcedefinitions /tickets.example.com',
    ]);
    const next = decideRemoval(facts, choicesOf(facts, picks())).next;
    expect(next).toHaveLength(50);
    expect(texts(rightsToGoOn(next))).toEqual(['tickets /']);
    expect(texts(rightsToGoOn(next.slice(0, 2)))).toEqual(['tickets n0/t0', 'tickets n1/t1']);
  });
});

describe('the name to type before data goes', () => {
  it.each([
    ['none where no data goes', nothing, undefined, undefined],
    ['that of the only instance', picks(), [standing('a')], 'a'],
    ['that of the operator for several', picks(), undefined, 'flights.v1'],
  ])('is %s', (_what, ticks, tickets, name) => {
    const facts = worldOf(tickets === undefined ? {} : { tickets });
    expect(nameToType(facts, inventoryOf(facts, ticks))).toBe(name);
  });
});
