import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { fieldOf } from '#lib/schema-form/schema.ts';
import { type FormAction, type FormState, reduceForm, startForm } from './form-state.ts';
import {
  fits,
  initialValue,
  intOrStringFromText,
  numberFromText,
  placeholderOf,
  summaryOf,
} from './scalar-values.ts';
import { told } from '#lib/testing/problems.ts';
import { en } from '#messages/en.ts';

const t = createTranslator({ locale: 'en', messages: en, namespace: 'schema-form' });

const subject = {
  type: { group: 'flights.com', version: 'v1', kind: 'FlightTicket' },
  schema: fieldOf({
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        required: ['from', 'number'],
        properties: {
          from: { type: 'string', minLength: 1 },
          number: { type: 'integer', minimum: 1, maximum: 10 },
        },
      },
    },
  }),
};
const start = 'apiVersion: flights.com/v1\nkind: FlightTicket\nmetadata:\n  name: x\nspec:\n  from: ""\n';

function after(...actions: FormAction[]): FormState {
  return actions.reduce(reduceForm, startForm(subject, start));
}

function shown(state: FormState): string[] {
  return state.errors.map((error) => `${error.path.join('.')} ${told(error.problem)}`);
}

describe('the form', () => {
  it('says what is missing only after Create, and what is wrong at once', () => {
    expect(shown(after())).toEqual([]);
    expect(after().found).toHaveLength(2);
    expect(shown(after({ kind: 'set', path: ['spec', 'number'], value: 11 }))).toEqual([
      'spec.number atMost 10',
    ]);
    expect(shown(after({ kind: 'submitted' }))).toEqual(['spec.number required', 'spec.from notEmpty']);
  });

  it('keeps what the API server refused until the value changes', () => {
    const error = { message: 'no', causes: [{ field: 'spec.from', message: 'no such city' }] };
    const filled: FormAction[] = [
      { kind: 'set', path: ['spec', 'from'], value: 'Atlantis' },
      { kind: 'set', path: ['spec', 'number'], value: 1 },
      { kind: 'refused', error },
    ];
    expect(shown(after(...filled))).toEqual(['spec.from no such city']);
    expect(shown(after(...filled, { kind: 'set', path: ['spec', 'number'], value: 2 }))).toEqual([
      'spec.from no such city',
    ]);
    expect(shown(after(...filled, { kind: 'set', path: ['spec', 'from'], value: 'Oslo' }))).toEqual([]);
  });

  it('says a mistake once where both found it', () => {
    const error = {
      message: 'no',
      causes: [{ field: 'spec.number', message: 'should be less than or equal to 10' }],
    };
    const state = after(
      { kind: 'set', path: ['spec', 'from'], value: 'Oslo' },
      { kind: 'set', path: ['spec', 'number'], value: 11 },
      { kind: 'refused', error },
    );
    expect(shown(state)).toEqual(['spec.number atMost 10']);
  });

  it('keeps broken text and goes on from the mended one', () => {
    const broken = after({ kind: 'text', text: `${start}  number: [\n` });
    expect(broken.document.problem?.line).toBe(8);
    expect(reduceForm(broken, { kind: 'set', path: ['spec', 'number'], value: 1 })).toBe(broken);
    const mended = reduceForm(broken, { kind: 'text', text: `${start}  number: 3\n` });
    expect(mended.document.problem).toBeUndefined();
    expect(mended.document.value).toMatchObject({ spec: { number: 3 } });
  });
});

describe('typed text', () => {
  it.each([
    ['8', 8],
    ['1.50', 1.5],
    ['-', '-'],
    ['1e', '1e'],
    ['9007199254740993', 9007199254740993n],
  ])('%j in a number box', (text, want) => {
    expect(numberFromText(text)).toBe(want);
  });

  it.each([
    ['8080', undefined, 8080],
    ['8080', 80, 8080],
    ['8081', '8080', '8081'],
    ['50%', 50, '50%'],
  ])('%j in an int-or-string box that held %j', (text, before, want) => {
    expect(intOrStringFromText(text, before)).toBe(want);
  });

  it('controls show only what fits them', () => {
    expect(fits(fieldOf({ type: 'string' }), { a: 1 })).toBe(false);
    expect(fits(fieldOf({ type: 'integer' }), 'x')).toBe(true);
    expect(fits(fieldOf({ type: 'boolean' }), 'true')).toBe(false);
    expect(fits(fieldOf({ type: 'object', properties: { a: {} } }), null)).toBe(true);
  });

  it('defaults are placeholders, new items the least that shows a control', () => {
    expect(placeholderOf(fieldOf({ type: 'string', default: 'x' }), undefined, t)).toBe('Default: x');
    expect(initialValue(fieldOf({ type: 'integer', minimum: 1 }))).toBe(1);
    expect(initialValue(fieldOf({ type: 'string', enum: ['a', 'b'] }))).toBe('a');
    expect(summaryOf({ value: 1, name: 'cache' })).toBe('cache');
  });
});
