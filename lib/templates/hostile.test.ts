import { describe, expect, it } from 'vitest';
import { effort, seedOr } from '#local/testing/effort.ts';
import { randomFrom } from '../testing/random.ts';
import { fieldsUsed, functionsUsed, parseTemplate, render, TemplateError } from './template.ts';
import { CONTEXT, HOSTILE, mutated } from './testing/hostile.ts';
import { reasonOf, rendered } from './testing/rendered.ts';

describe('a hostile template', () => {
  it.each(HOSTILE)('that is %s ends', (_what, text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });

  it('derives few passwords, and each once', () => {
    expect(
      reasonOf('{{ range $i := until 3 }}{{ derivePassword 1 "pin" "a" "b" (print $i) }}{{ end }}'),
    ).toBe('more than 2 derived passwords');
  });

  it('names its place', () => {
    expect(rendered('a\n{{ until 9223372036854775807 }}')).toBe(
      'ERROR: template: t.yaml:2:9: executing "t.yaml" at <9223372036854775807>: more than 100000 steps',
    );
  });

  it('cannot reach what is not in its context', () => {
    const names = ['constructor', '__proto__', 'valueOf', 'hasOwnProperty'];
    for (const name of names) {
      expect(reasonOf(`{{ .${name} }}`)).toBe(`map has no entry for key "${name}"`);
      expect(reasonOf(`{{ ${name} }}`)).toBe(`function "${name}" not defined`);
      expect(rendered(`{{ $d := dict "${name}" 1 }}{{ $d.${name} }}{{ hasKey (dict) "${name}" }}`)).toBe(
        '1false',
      );
    }
    expect(reasonOf('{{ derivePassword 1 "constructor" "a" "b" "c" }}')).toBe('');
  });

  it('leaves its context as it is', () => {
    const context = { a: { b: 1 } };
    rendered('{{ $_ := set .a "b" 2 }}{{ $_ := unset . "a" }}', context);
    expect(context).toEqual({ a: { b: 1 } });
  });
});

describe('any mutated template', () => {
  const runs = effort(3000, 100_000);

  it(`ends in a text within its bounds or in the one error, ${String(runs)} times`, () => {
    const random = randomFrom(seedOr(21));
    const limits = { steps: 20_000, output: 5000, depth: 100 };
    const ends = { text: 0, parse: 0, render: 0 };
    for (let run = 0; run < runs; run += 1) {
      const text = mutated(random);
      try {
        const template = parseTemplate('m.yaml', text);
        fieldsUsed(template);
        functionsUsed(template);
        const made = render(template, CONTEXT, limits);
        expect(made.length).toBeLessThanOrEqual(limits.output);
        ends.text += 1;
      } catch (error) {
        if (!(error instanceof TemplateError))
          throw new Error(`${JSON.stringify(text)} threw`, { cause: error });
        expect(error.message).toContain(error.reason);
        ends[error.stage] += 1;
      }
    }
    // Each of the three ends is reached often enough to mean something.
    expect(Math.min(ends.text, ends.parse, ends.render)).toBeGreaterThan(runs / 50);
  });
});
