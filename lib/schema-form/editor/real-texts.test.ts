import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '#local/testing/effort.ts';
import { z } from 'zod';
import { openDocument, renderYaml } from '../text/document.ts';
import { emptyObject } from '../schema/starters.ts';
import type { FieldError } from '../schema/field-error.ts';
import { validateObject } from '../validate/object-rules.ts';
import { formatPath, getIn, isDictionary, isList, isWithin, type Path, setInValue } from '../schema/path.ts';
import { applyToValue } from '../text/edits.ts';
import { fieldOf } from '../schema/schema.ts';
import { applyCompletion, completionsAt } from './completions.ts';
import { cursorAt, pathAt } from './cursor.ts';
import { factsAt } from './facts.ts';
import { fixesOf } from './fixes.ts';
import { rangeOfPath } from './lines.ts';
import { textOutline } from './outline.ts';
import { subjectFieldAt, type EditorSubject } from './subject.ts';

const file = fileURLToPath(new URL('../../../../shared/data/forms-visible.jsonl.gz', import.meta.url));
const present = existsSync(file);
if (!present) console.warn(`SKIPPED: schemas of real operators are not here (${file})`);

const RealForm = z.object({
  group: z.string(),
  kind: z.string(),
  version: z.string(),
  schema: z.unknown(),
  examples: z.array(z.unknown()),
});

interface Real {
  readonly name: string;
  readonly subject: EditorSubject;
  readonly text: string;
  readonly value: unknown;
}

const reals: Real[] = (present ? gunzipSync(readFileSync(file)).toString('utf8').split('\n') : [])
  .filter((line) => line !== '')
  .map((line) => RealForm.parse(JSON.parse(line)))
  .flatMap(({ schema, examples, ...type }) => {
    const subject = { schema: fieldOf(schema), type };
    const values = examples.length === 0 ? [emptyObject(type)] : examples;
    return values.map((value, index) => {
      const text = renderYaml(value);
      return { name: `${type.kind} ${String(index)}`, subject, text, value };
    });
  });

const RUNS = { numRuns: effort(1000, 10_000) };
/** Parts of a text, evenly: mostly beginnings would be tried else. */
const part = fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((share) => share / 1_000_000);

/** All that the editor asks at one place; returns nothing, must not throw. */
function askEverything(subject: EditorSubject, text: string, offset: number): void {
  const outline = textOutline(text);
  cursorAt(outline, offset);
  const path = pathAt(outline, offset);
  factsAt(subject, path);
  rangeOfPath(outline, path);
  const found = completionsAt(outline, offset, subject);
  for (const option of found?.options ?? []) if (found !== undefined) applyCompletion(text, found, option);
}

function paths(value: unknown, path: Path = []): Path[] {
  if (isList(value)) return [path, ...value.flatMap((item, index) => paths(item, [...path, index]))];
  if (!isDictionary(value)) return [path];
  return [path, ...Object.keys(value).flatMap((key) => paths(value[key], [...path, key]))];
}

/** Without indexes, which shift when an item is put before others. */
function told(error: FieldError): string {
  return `${error.rule} ${formatPath(error.path).replaceAll(/\[\d+\]/g, '[]')}`;
}

interface Begun {
  readonly text: string;
  readonly offset: number;
  /** What the author has removed. */
  readonly gone: readonly Path[];
}

/** Somebody begins to write: a line above another, a line below a key, or a value anew. */
function begin(text: string, place: number, how: 'beside' | 'below' | 'value'): Begun {
  const lines = text.split('\n');
  const index = Math.floor(place * (lines.length - 1));
  const line = lines[index] ?? '';
  const indent = /^ */.exec(line)?.[0] ?? '';
  const above = lines
    .slice(0, index)
    .map((one) => `${one}\n`)
    .join('');
  if (how === 'beside')
    return {
      text: `${above}${indent}\n${text.slice(above.length)}`,
      offset: above.length + indent.length,
      gone: [],
    };
  const after = text.slice(above.length + line.length);
  if (how === 'below') {
    const begun = `${above}${line}\n${indent}  `;
    return { text: begun + after, offset: begun.length, gone: [] };
  }
  const begun = above + line.replace(/(:|-) [^:]*$/, '$1 ');
  return {
    text: begun + after,
    offset: begun.length,
    gone: [pathAt(textOutline(text), above.length + line.length)],
  };
}

/** What is merely not filled in yet: a hole of the completion, or a required field, or one of several. */
function isMissing(error: FieldError, value: unknown, subject: EditorSubject): boolean {
  if (['required', 'nullable', 'minItems', 'minProperties'].includes(error.rule)) return true;
  const there = getIn(value, error.path);
  if (there === null) return true;
  if (!isDictionary(there) || !['oneOf', 'anyOf'].includes(error.rule)) return false;
  const branches = subjectFieldAt(subject, error.path)?.raw[error.rule];
  const satisfied = (isList(branches) ? branches : []).filter(
    (branch) =>
      isDictionary(branch) &&
      isList(branch['required']) &&
      branch['required'].every((name) => Object.hasOwn(there, String(name))),
  );
  return satisfied.length === 0;
}

describe.skipIf(!present)('the editor over real schemas', () => {
  it('knows the path of every line', () => {
    for (const { text, value, name } of reals) {
      const outline = textOutline(text);
      const missing = paths(value)
        .filter((path) => path.length > 0)
        .filter((path) => {
          const range = rangeOfPath(outline, path);
          return (
            range === undefined ||
            !pathAt(outline, range.from)
              .slice(0, path.length)
              .every((step, at) => step === path[at])
          );
        });
      expect(missing.map(formatPath), name).toEqual([]);
    }
  });

  it('never throws at any place of any beginning of any example', () => {
    const real = fc.constantFrom(...reals);
    fc.assert(
      fc.property(real, part, part, fc.string({ maxLength: 3 }), ({ subject, text }, end, place, typed) => {
        const to = Math.round(text.length * end);
        const offset = Math.round(to * place);
        const prefix = text.slice(0, to);
        askEverything(subject, prefix, offset);
        askEverything(subject, prefix, to);
        askEverything(subject, prefix.slice(0, offset) + typed + prefix.slice(offset), offset + typed.length);
      }),
      RUNS,
    );
  });

  it('offers nothing that breaks the text or the schema', () => {
    let tried = 0;
    const kind = fc.constantFrom('below', 'beside', 'value');
    fc.assert(
      fc.property(fc.constantFrom(...reals), part, part, kind, (real, place, pick, how) => {
        const { subject, text, value } = real;
        const begun = begin(text, place, how);
        const found = completionsAt(textOutline(begun.text), begun.offset, subject);
        if (found === undefined) return;
        const option = found.options[Math.floor(pick * (found.options.length - 1))];
        if (option === undefined) return;
        tried += 1;
        const done = applyCompletion(begun.text, found, option);
        const document = openDocument(done.text);
        expect(document.problem, `${option.label} in\n${done.text}`).toBeUndefined();
        const before = new Set(validateObject(subject.schema, subject.type, value).map(told));
        const errors = validateObject(subject.schema, subject.type, document.value)
          .filter((error) => !before.has(told(error)) && !isMissing(error, document.value, subject))
          // The value that was there is gone, or the completion went above it.
          .filter((error) => !begun.gone.some((path) => isWithin(error.path, path)));
        expect(errors.map(told), `${option.label} in\n${done.text}`).toEqual([]);
      }),
      RUNS,
    );
    expect(tried).toBeGreaterThan(RUNS.numRuns / 5);
  });

  it('offers fixes that take their error away', () => {
    const words = fc.constantFrom<unknown>('replica', 'x', true, 12, '12', 'true', null, ['a', 'a']);
    fc.assert(
      fc.property(fc.constantFrom(...reals), part, words, ({ subject, value }, place, word) => {
        const all = paths(value).filter((path) => path[0] === 'spec');
        const path = all[Math.floor(place * (all.length - 1))];
        if (path === undefined) return;
        const wrong = openDocument(renderYaml(setInValue(value, path, word)));
        for (const error of validateObject(subject.schema, subject.type, wrong.value).slice(0, 10)) {
          for (const fix of fixesOf(error, wrong.value, subject)) {
            const after = applyToValue(wrong.value, fix.edit);
            const left = validateObject(subject.schema, subject.type, after).map((one) => `${told(one)}`);
            if (error.rule !== 'unique') expect(left, JSON.stringify(fix)).not.toContain(told(error));
          }
        }
      }),
      { numRuns: effort(300, 3000) },
    );
  });
});
