import { describe, expect, it } from 'vitest';
import { targetOf, type Change } from '../../k8s/change.ts';
import { decideRemoval, isUntouched, uninstallDeletions, type RemovalStepId } from './decide.ts';
import { choicesOf, type RemovalChoices } from './record.ts';
import { dependency, kindOf, nothing, picks, standing, worldOf, type WorldChange } from './testing/worlds.ts';

const chosen = (facts = worldOf(), ticks = picks()): RemovalChoices => choicesOf(facts, ticks);
const names = (changes: readonly Change[]): string[] =>
  changes.map((change) => `${change.verb} ${change.resource.kind} ${targetOf(change).name ?? ''}`);

describe('the order of a removal', () => {
  it('is Subscription, then CSV, where nothing else was chosen', () => {
    const facts = worldOf();
    const { steps, next } = decideRemoval(facts, chosen(facts, nothing));
    expect(steps.map(({ id, state }) => [id, state])).toEqual([['operator', 'active']]);
    expect(names(next)).toEqual(['delete Subscription flights', 'delete ClusterServiceVersion flights.v1']);
    expect(next.every((change) => 'uid' in change && change.uid !== undefined)).toBe(true);
  });

  it('is instances first, and nothing of the operator until they are gone', () => {
    const facts = worldOf();
    const { steps, next } = decideRemoval(facts, chosen(facts));
    expect(steps.map(({ id, state }) => [id, state])).toEqual([
      ['instances', 'active'],
      ['operator', 'pending'],
      ['definitions', 'pending'],
      ['groups', 'pending'],
    ]);
    expect(names(next)).toEqual(['delete Ticket a', 'delete Ticket b']);
  });

  it.each<[string, WorldChange, RemovalStepId, string[]]>([
    ['waits for instances that go', { tickets: [standing('a', { deletedAt: 'now' })] }, 'instances', []],
    [
      'deletes what was not deleted yet beside those',
      { tickets: [standing('a', { deletedAt: 'now' }), standing('b')] },
      'instances',
      ['delete Ticket b'],
    ],
    [
      'lets the operator go after them',
      { tickets: [] },
      'operator',
      ['delete Subscription flights', 'delete ClusterServiceVersion flights.v1'],
    ],
    ['sends nothing twice', { tickets: [], subscriptions: [], csvDeletedAt: 'now' }, 'operator', []],
    ['waits for what the operator had', { tickets: [], subscriptions: [], csv: false }, 'operator', []],
    [
      'lets the definition go after the operator',
      { tickets: [], subscriptions: [], csv: false, made: [] },
      'definitions',
      ['delete CustomResourceDefinition tickets.example.com'],
    ],
    [
      'and the group last',
      { tickets: [], subscriptions: [], csv: false, made: [], kinds: [] },
      'groups',
      ['delete OperatorGroup group'],
    ],
  ])('%s', (_what, change, active, next) => {
    const choices = chosen();
    const removal = decideRemoval(worldOf(change), choices);
    expect(removal.state).toBe('running');
    expect(removal.steps.find(({ state }) => state === 'active')?.id).toBe(active);
    expect(names(removal.next)).toEqual(next);
  });

  it('ends when all that was chosen is gone', () => {
    const facts = worldOf({ tickets: [], subscriptions: [], csv: false, made: [], kinds: [], groups: [] });
    const removal = decideRemoval(facts, chosen());
    expect(removal.state).toBe('done');
    expect(removal.steps.every(({ state, remaining }) => state === 'done' && remaining.length === 0)).toBe(
      true,
    );
  });

  it('takes a dependency along after the operator that needed it', () => {
    const facts = worldOf({ dependencies: [dependency('maps.v1')], neighbors: ['maps.v1'] });
    const choices = chosen(facts, { ...nothing, dependencies: new Set(['maps.v1']) });
    expect(names(decideRemoval(facts, choices).next)[0]).toBe('delete Subscription flights');
    const after = { ...facts, csv: undefined, subscriptions: [], made: [] };
    const { csv: _csv, ...gone } = after;
    expect(names(decideRemoval(gone, choices).next)).toEqual([
      'delete Subscription maps',
      'delete ClusterServiceVersion maps.v1',
    ]);
  });
});

describe('what was not agreed to stays', () => {
  it('an instance that was made afterwards, and with it the definition', () => {
    const choices = chosen();
    const facts = worldOf({ tickets: [standing('late')], subscriptions: [], csv: false, made: [] });
    const removal = decideRemoval({ ...facts, groups: [] }, choices);
    expect(removal).toMatchObject({ state: 'done', next: [] });
    expect(removal.steps.find(({ id }) => id === 'definitions')?.remaining).toMatchObject([
      { name: 'tickets.example.com', wait: { code: 'newInstances', values: { kind: 'Ticket', count: 1 } } },
    ]);
  });

  it('an instance made anew under its name', () => {
    const facts = worldOf({ tickets: [standing('a', { uid: '99999999-new' })] });
    expect(decideRemoval(facts, chosen()).next).not.toContainEqual(
      expect.objectContaining({ resource: expect.objectContaining({ kind: 'Ticket' }) }),
    );
  });

  it('a definition that another operator has come to need, or whose instances nobody can count', () => {
    const gone: WorldChange = { tickets: [], subscriptions: [], csv: false, made: [], groups: [] };
    const needed = worldOf({
      ...gone,
      kinds: [kindOf([], { others: [{ namespace: 'other', name: 'maps.v2', need: 'requires' }] })],
    });
    expect(decideRemoval(needed, chosen())).toMatchObject({ state: 'done', next: [] });
    const unread = worldOf({ ...gone, kinds: [kindOf([], { unread: 'forbidden' })] });
    expect(decideRemoval(unread, chosen())).toMatchObject({
      state: 'done',
      steps: [{}, {}, { remaining: [{ wait: { code: 'uncounted' } }] }, {}],
    });
  });

  it('the group of other operators', () => {
    const facts = worldOf({
      tickets: [],
      subscriptions: [],
      csv: false,
      made: [],
      kinds: [],
      neighbors: ['maps.v1'],
    });
    const removal = decideRemoval(facts, chosen());
    expect(removal).toMatchObject({ state: 'done', next: [] });
    expect(removal.steps.at(-1)?.remaining).toMatchObject([
      { wait: { code: 'otherOperators', values: { operators: 'maps.v1' } } },
    ]);
  });

  it('all of an operator that was installed again', () => {
    expect(decideRemoval(worldOf({ csvUid: 'another' }), chosen())).toEqual({
      state: 'replaced',
      steps: [],
      next: [],
    });
  });
});

describe('an instance that does not go', () => {
  const held = standing('a', { deletedAt: 'now', finalizers: ['example.com/tidy'] });
  const waitIn = (change: WorldChange): unknown =>
    decideRemoval(worldOf({ tickets: [held], ...change }), chosen()).steps[0]?.remaining[0];

  it('waits for its operator while that runs', () => {
    expect(waitIn({})).toEqual({
      ...{ kind: 'Ticket', namespace: 'ns', name: 'a', uid: held.uid },
      wait: { code: 'finalizers', values: { finalizers: 'example.com/tidy', runs: true } },
    });
  });

  it.each<[string, WorldChange, boolean]>([
    ['has failed', { phase: 'Failed' }, false],
    ['goes itself, and runs on for it', { csvDeletedAt: 'now' }, true],
    ['goes itself, and does not run', { csvDeletedAt: 'now', phase: 'Failed' }, false],
    ['is gone', { csv: false }, false],
  ])('can be released where its operator %s', (_how, change, runs) => {
    expect(waitIn(change)).toMatchObject({
      wait: { code: 'finalizers', values: { runs } },
      release: {
        verb: 'patch',
        ref: { namespace: 'ns', name: 'a' },
        patch: { type: 'merge', body: { metadata: { uid: held.uid, finalizers: null } } },
      },
    });
  });
});

it.each<[string, WorldChange, typeof nothing, boolean]>([
  ['all stands', {}, picks(), true],
  ['an instance is gone', { tickets: [standing('a')] }, picks(), false],
  ['an instance goes', { tickets: [standing('a', { deletedAt: 'now' }), standing('b')] }, picks(), false],
  ['the operator goes', { csvDeletedAt: 'now' }, picks(), false],
  ['the operator is gone', { csv: false }, picks(), false],
  ['only the operator was to go', {}, nothing, true],
  ['its Subscription may have been there', { subscriptions: [] }, nothing, false],
])('can be undone, or not, where %s', (_, change, ticks, undone) => {
  const choices = chosen(worldOf(), ticks);
  const facts = worldOf(change);
  expect(isUntouched(facts, decideRemoval(facts, choices))).toBe(undone);
});

it('tells beforehand all that it will delete', () => {
  const facts = worldOf();
  expect(names(uninstallDeletions(facts, chosen(facts)))).toEqual([
    'delete Ticket a',
    'delete Ticket b',
    'delete Subscription flights',
    'delete ClusterServiceVersion flights.v1',
    'delete CustomResourceDefinition tickets.example.com',
    'delete OperatorGroup group',
  ]);
});
