import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { formJudge } from './form-judge.ts';
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
  return actions.reduce(reduceForm, startForm(subject, start, formJudge));
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

  it('leaves the first validation of a large document for later, but not beyond Create', () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `  - ${String(index)}\n`).join('');
    const large = startForm(subject, `${start}rows:\n${rows}`, formJudge);
    expect([large.checking, shown(large)]).toEqual([true, []]);
    const edited = reduceForm(large, { kind: 'set', path: ['spec', 'number'], value: 11 });
    expect(shown(edited)).toEqual([]);
    const checked = reduceForm(edited, { kind: 'checked' });
    expect([checked.checking, shown(checked)]).toEqual([
      false,
      ['spec.number atMost 10', 'rows unknownField'],
    ]);
    expect(shown(reduceForm(edited, { kind: 'submitted' }))).toContain('spec.from notEmpty');
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

  describe('what others tell later', () => {
    const from = ['spec', 'from'];
    const state = after({ kind: 'set', path: from, value: 'Rome' });
    const { value } = state.document;
    const tell = (source: 'rules' | 'cluster', ...texts: readonly string[]) => ({
      kind: 'told' as const,
      source,
      errors: texts.map((said) => ({ path: from, problem: { said }, rule: 'cel' })),
      value,
    });

    it('replaces the words of one source only', () => {
      const both = reduceForm(reduceForm(state, tell('rules', 'too far')), tell('cluster', 'too dear'));
      expect(shown(both)).toEqual(['spec.from too far', 'spec.from too dear']);
      expect(shown(reduceForm(both, tell('rules')))).toEqual(['spec.from too dear']);
      expect(both.found).toEqual(state.found);
      expect(both.submitted).toBe(false);
    });

    it('shows once what both say', () => {
      const both = reduceForm(reduceForm(state, tell('rules', 'too far')), tell('cluster', 'too far'));
      expect(shown(both)).toEqual(['spec.from too far']);
    });

    it('drops words about a value that has changed meanwhile', () => {
      const later = reduceForm(state, { kind: 'set', path: from, value: 'Oslo' });
      expect(shown(reduceForm(later, tell('cluster', 'too far')))).toEqual([]);
    });

    it('redraws nothing when there was and is nothing to say', () => {
      expect(reduceForm(state, tell('cluster'))).toBe(state);
    });
  });

  it('undoes what was typed into a field at once, up to where the focus left it', () => {
    const typed: FormAction[] = ['A', 'At', 'Ath'].map((value) => ({
      kind: 'set',
      path: ['spec', 'from'],
      value,
    }));
    const left = after(...typed.slice(0, 2), { kind: 'left' }, ...typed.slice(2));
    expect(reduceForm(left, { kind: 'undo' }).document.value).toMatchObject({ spec: { from: 'At' } });
    const start = after(...typed, { kind: 'undo' });
    expect(start.document.text).toBe(after().document.text);
    expect(reduceForm(start, { kind: 'left' })).toBe(start);
    expect(reduceForm(start, { kind: 'redo' }).document.value).toMatchObject({ spec: { from: 'Ath' } });
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

describe('what is found wrong', () => {
  it('comes once the judge is there, and changes nothing else', () => {
    const before = startForm(subject, start);
    expect(before.found).toEqual([]);
    const judged = reduceForm(before, { kind: 'judge', judge: formJudge });
    expect(judged.found).toHaveLength(2);
    expect(judged.document).toBe(before.document);
    expect(reduceForm(judged, { kind: 'open', text: start }).found).toHaveLength(2);
  });
});

describe('undo', () => {
  const set = (value: unknown): FormAction => ({ kind: 'set', path: ['spec', 'from'], value });

  it('takes back what was typed into one control as one step, byte for byte', () => {
    const typed = after(set('O'), set('Os'), set('Oslo'), {
      kind: 'set',
      path: ['spec', 'number'],
      value: 3,
    });
    const once = reduceForm(typed, { kind: 'undo' });
    expect(once.document.value).toMatchObject({ spec: { from: 'Oslo' } });
    const twice = reduceForm(once, { kind: 'undo' });
    expect(twice.document.text).toBe(start);
    expect(reduceForm(twice, { kind: 'undo' })).toBe(twice);
    const again = reduceForm(reduceForm(twice, { kind: 'redo' }), { kind: 'redo' });
    expect(again.document.text).toBe(typed.document.text);
    expect(reduceForm(again, { kind: 'redo' })).toBe(again);
  });

  it('goes over edits of form and text alike', () => {
    const both = after(set('Oslo'), { kind: 'change', change: { from: 0, to: 0, insert: '# mine\n' } });
    expect(both.document.text.startsWith('# mine\n')).toBe(true);
    expect(reduceForm(both, { kind: 'undo' }).document.value).toMatchObject({ spec: { from: 'Oslo' } });
    expect(reduceForm(reduceForm(both, { kind: 'undo' }), { kind: 'undo' }).document.text).toBe(start);
  });

  it('mends a text that was broken, and errors follow', () => {
    const wrong = after({ kind: 'set', path: ['spec', 'number'], value: 11 });
    expect(shown(reduceForm(wrong, { kind: 'undo' }))).toEqual([]);
    const broken = reduceForm(wrong, { kind: 'text', text: `${wrong.document.text}  - [` });
    expect(broken.document.problem).toBeDefined();
    expect(reduceForm(broken, { kind: 'undo' }).document.problem).toBeUndefined();
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
