import { describe, expect, it } from 'vitest';
import { choicesOf, isChosen, MOST_INSTANCES, readRecord, recordOf, recordPatch, restOf } from './record.ts';
import { nothing, picks, standing, worldOf } from './testing/worlds.ts';

const choices = choicesOf(worldOf(), picks());

describe('what was agreed to', () => {
  it('names each object by its UID', () => {
    expect(choices).toEqual({
      csv: 'csv',
      provided: ['tickets.example.com'],
      instances: { 'tickets.example.com': ['61000000', '62000000'] },
      definitions: { 'tickets.example.com': 'crd' },
      groups: { group: standing('group').uid },
      dependencies: {},
    });
    expect(isChosen(choices, 'tickets.example.com', standing('a'))).toBe(true);
    expect(isChosen(choices, 'tickets.example.com', standing('c'))).toBe(false);
    expect(isChosen(choices, 'constructor', standing('a'))).toBe(false);
  });

  it('is nothing where nothing was ticked', () => {
    expect(choicesOf(worldOf(), nothing)).toEqual({
      csv: 'csv',
      provided: ['tickets.example.com'],
      ...{ instances: {}, definitions: {}, groups: {}, dependencies: {} },
    });
  });

  it('comes back from its annotation, and without instances from the address', () => {
    expect(readRecord(recordOf(choices))).toEqual(choices);
    expect(readRecord(restOf(choices))).toEqual({ ...choices, instances: {} });
  });

  it('fits into an annotation beside others, for as many instances as are offered', () => {
    const tickets = Array.from({ length: MOST_INSTANCES }, (_one, index) =>
      standing('x', { uid: `${index.toString(16).padStart(8, '0')}-x` }),
    );
    expect(recordOf(choicesOf(worldOf({ tickets }), picks())).length).toBeLessThan(64 * 1024);
  });

  it.each([
    undefined,
    null,
    '',
    '[]',
    '{"csv":1}',
    '{"csv":"csv"}',
    '{"csv":"c","instances":{"a":"123"},"definitions":{},"groups":{},"dependencies":{}}',
    '{"csv":"c","instances":{},"definitions":{"a":1},"groups":{},"dependencies":{}}',
    '{"csv":"c","instances":{},"definitions":[],"groups":{},"dependencies":{}}',
  ])('is not read from %s', (text) => {
    expect(readRecord(text)).toBeUndefined();
  });

  it('is written to that CSV alone, and taken away again', () => {
    expect(recordPatch('uid', 'text')).toEqual({
      metadata: { uid: 'uid', annotations: { 'capstan.dev/removal': 'text' } },
    });
    expect(recordPatch('uid', undefined)).toMatchObject({
      metadata: { annotations: { 'capstan.dev/removal': null } },
    });
  });
});
