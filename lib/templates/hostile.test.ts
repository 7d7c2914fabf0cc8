import { describe, expect, it } from 'vitest';
import { effort, seedOr } from '#local/testing/effort.ts';
import { type Random, randomFrom } from '../testing/random.ts';
import {
  type ContextValue,
  fieldsUsed,
  functionsUsed,
  parseTemplate,
  render,
  TemplateError,
} from './template.ts';
import { reasonOf, rendered } from './testing/rendered.ts';

const TEN = (text: string): string => text.repeat(10);

describe('a hostile template', () => {
  it.each([
    ['a range without an end', '{{ range 9223372036854775807 }}x{{ end }}', 'more than 150000 steps'],
    ['an empty one', '{{ range 9223372036854775807 }}{{ end }}', 'more than 150000 steps'],
    ['ranges in ranges', `${TEN('{{ range 100 }}')}${TEN('{{ end }}')}`, 'more than 150000 steps'],
    ['a list without an end', '{{ until 9223372036854775807 }}', 'more than 150000 steps'],
    ['a list that goes down', '{{ untilStep 0 -9223372036854775808 -1 }}', 'more than 150000 steps'],
    ['a text said over and over', '{{ repeat 1000000000 "x" }}', 'a text of more than 2000000 bytes'],
    ['nothing said over and over', '{{ repeat 1000000000 "" }}', 'a text of more than 2000000 bytes'],
    ['a wide number', '{{ printf "%1000000d%1000000d%1000000d" 1 2 3 }}', 'more than 150000 steps'],
    [
      'many digits',
      '{{ printf "%.1000000f%.1000000f%.1000000f" 1.0 2.0 3.0 }}',
      'a text of more than 2000000 bytes',
    ],
    ['a deep indent', '{{ indent 3000000 "a" }}', 'a text of more than 2000000 bytes'],
    ['a text doubled', `{{ $x := "xxxxxxxxxx" }}{{ range 99 }}{{ $x = print $x $x }}{{ end }}`, 'more than'],
    [
      'a text put into itself',
      '{{ $x := "aaaaaaaaaa" }}{{ range 99 }}{{ $x = replace "a" $x $x }}{{ end }}',
      'a text',
    ],
    [
      'a list of itself',
      '{{ $x := list 1 }}{{ range 99 }}{{ $x = list $x $x }}{{ end }}{{ $x }}',
      'more than',
    ],
    [
      'a map in itself',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}',
      'values more than 200 levels deep',
    ],
    [
      'the same as YAML',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toYaml $d }}',
      'values more than 200 levels deep',
    ],
    [
      'the same as JSON',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toJson $d }}',
      'values more than 200 levels deep',
    ],
    [
      'the same copied',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ deepCopy $d }}',
      'values more than 200 levels deep',
    ],
    [
      'the same merged',
      '{{ $d := dict "a" 1 }}{{ $_ := set $d "d" $d }}{{ merge (dict "d" (dict "d" $d)) $d }}',
      'values',
    ],
    ['a template of itself', '{{ template "t.yaml" . }}', 'exceeded maximum template depth (400)'],
    [
      'templates by turns',
      '{{ define "a" }}{{ template "b" }}{{ end }}{{ define "b" }}{{ template "a" }}{{ end }}{{ template "a" }}',
      'exceeded',
    ],
    ['parentheses', `{{ ${'('.repeat(20_000)}1${')'.repeat(20_000)} }}`, 'max expression depth exceeded'],
    [
      'blocks',
      `${'{{ if 1 }}'.repeat(20_000)}${'{{ end }}'.repeat(20_000)}`,
      'max expression depth exceeded',
    ],
    [
      'alternatives',
      `{{ if 0 }}${'{{ else if 0 }}'.repeat(20_000)}{{ end }}`,
      'max expression depth exceeded',
    ],
    ['a slow pattern', '{{ regexFind "(x+x+)+y" (repeat 100000 "x") }}', 'more than 150000 steps'],
    [
      'a slow pattern, again and again',
      '{{ regexFindAll "x*y|x" (repeat 5000 "x") -1 }}',
      'more than 150000 steps',
    ],
    [
      'a large pattern',
      '{{ regexMatch "((a{100}){100}){100}" "a" }}{{ regexFind "((a{100}){100}){100}" "a" }}',
      'too large',
    ],
    ['a long pattern', '{{ regexFind (repeat 5000 "a") "a" }}', 'a pattern of more than 2000 bytes'],
    [
      'sums',
      '{{ $x := repeat 100000 "x" }}{{ range 10000 }}{{ $_ := sha256sum $x }}{{ end }}',
      'more than 150000 steps',
    ],
    [
      'lines wrapped',
      '{{ wrapWith 1 (repeat 1000 "x") (repeat 10000 "y") }}',
      'a text of more than 2000000 bytes',
    ],
    ['lists without doubles', '{{ uniq (until 20000) }}', 'more than 150000 steps'],
    ['a constraint', '{{ semverCompare (repeat 100000 " ") "1.2.3" }}', 'constraint Parser Error'],
  ])('that is %s ends', (_what, text, reason) => {
    expect(reasonOf(text)).toContain(reason);
  });

  it('derives few passwords, and each once', () => {
    expect(
      reasonOf('{{ range $i := until 3 }}{{ derivePassword 1 "pin" "a" "b" (print $i) }}{{ end }}'),
    ).toBe('more than 2 derived passwords');
  });

  it('names its place', () => {
    expect(rendered('a\n{{ until 9223372036854775807 }}')).toBe(
      'ERROR: template: t.yaml:2:9: executing "t.yaml" at <9223372036854775807>: more than 150000 steps',
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

const SEEDS = [
  'name: {{ .Name }}-{{ .PlanName | lower | replace "t" "-" | trimSuffix "-" }}\n',
  '{{- range $i, $e := .L }}\n- {{ $i }}: {{ $e | quote }}{{ else }}none{{ end }}',
  '{{ $x := 1 }}{{ if and .T (gt (len .L) 1) }}{{ $x = add $x 2 }}{{ else if .S }}a{{ end }}{{ $x }}',
  '{{ define "a" }}{{ .x }}{{ template "b" . }}{{ end }}{{ define "b" }}{{ .y }}{{ end }}{{ template "a" .D }}',
  '{{ with $d := dict "a" (list 1 2.5 "x" nil) "b" .D }}{{ toYaml $d | nindent 4 }}{{ toJson $d }}{{ end }}',
  '{{ printf "%-8.3f|%+d|%q|%#v|%T|%[1]v|%*d" 3.14159 7 "é" .L .D 5 42 }}{{/* a comment */ -}} \n x',
  '{{ regexReplaceAll "(a+)(b*)" "aabbab" "${2}$1" }}{{ regexSplit "," "a,b,,c" -1 }}{{ splitList "," "a,b" }}',
  '{{ block "c" .L }}{{ range . }}{{ if eq . "y" }}{{ continue }}{{ end }}{{ . }}{{ break }}{{ end }}{{ end }}',
  '{{ merge (dict "a" 1) .D | toPrettyJson }}{{ date "2006-01-02" 0 }}{{ semverCompare "^1.2" "1.3.0" }}',
  '{{ until 5 | join "," }}{{ slice (list 1 2 3) 1 }}{{ wrap 5 "a bc def" }}{{ urlParse "http://u:p@h/p?q#f" }}',
];

const PIECES = [
  ...[
    '{{',
    '}}',
    '{{-',
    '-}}',
    '(',
    ')',
    '|',
    '.',
    '$',
    '"',
    '`',
    "'",
    '\\',
    ',',
    ':=',
    '=',
    ' ',
    '\n',
    '%',
    'é',
    '\0',
  ],
  ...[
    'nil',
    'true',
    '-1',
    '1e9',
    '9223372036854775807',
    '0x',
    '1i',
    "'a'",
    '$x',
    '.D',
    '.L',
    '$',
    '(list)',
    '(dict)',
  ],
  ...[
    '{{ end }}',
    '{{ else }}',
    '{{ if 1 }}',
    '{{ range .L }}',
    '{{ with .D }}',
    '{{ template "a" . }}',
    '{{ break }}',
  ],
  ...[
    'until ',
    'repeat ',
    'printf ',
    'index ',
    'merge ',
    'set .D ',
    'toYaml ',
    'regexFindAll ',
    'untilStep ',
    'len ',
  ],
  ...[
    'sortAlpha ',
    'derivePasswor',
    'decryptAES ',
    'semver ',
    'toDate ',
    'slice ',
    'substr ',
    'wrapWith ',
    'call ',
  ],
];

const CONTEXT: Record<string, ContextValue> = {
  ...{ Name: 'inst', PlanName: 'deploy', T: true, S: 'text', N: null, F: 2.5 },
  ...{ L: ['x', 'y', 3, null], D: { x: 1, y: 'é', z: { a: [] } } },
};

/** One to four changes: something put in, taken out, doubled or put elsewhere. */
function mutated(random: Random): string {
  let text = random.pick(SEEDS) + (random.chance(0.3) ? random.pick(SEEDS) : '');
  for (let change = random.below(4); change >= 0; change -= 1) {
    const at = random.below(text.length + 1);
    const cut = random.chance(0.5) ? random.below(12) : 0;
    const piece = random.chance(0.25)
      ? text.slice(random.below(text.length + 1)).slice(0, 20)
      : random.pick(PIECES);
    text = text.slice(0, at) + (random.chance(0.8) ? piece : '') + text.slice(at + cut);
  }
  return text;
}

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
