/** Templates that mean harm, and templates broken at random: for the test that all of them end, and the bench that says how soon. */
import type { Random } from '../../testing/random.ts';
import type { ContextValue } from '../template.ts';

const TEN = (text: string): string => text.repeat(10);

/** What each is, its text, and a part of the reason for which it ends. */
export const HOSTILE: readonly (readonly [what: string, text: string, reason: string])[] = [
  ['a range without an end', '{{ range 9223372036854775807 }}x{{ end }}', 'more than 100000 steps'],
  ['an empty one', '{{ range 9223372036854775807 }}{{ end }}', 'more than 100000 steps'],
  ['ranges in ranges', `${TEN('{{ range 100 }}')}${TEN('{{ end }}')}`, 'more than 100000 steps'],
  ['a list without an end', '{{ until 9223372036854775807 }}', 'more than 100000 steps'],
  ['a list that goes down', '{{ untilStep 0 -9223372036854775808 -1 }}', 'more than 100000 steps'],
  ['a text said over and over', '{{ repeat 1000000000 "x" }}', 'a text of more than 2000000 bytes'],
  ['nothing said over and over', '{{ repeat 1000000000 "" }}', 'a text of more than 2000000 bytes'],
  ['a wide number', '{{ printf "%1000000d%1000000d%1000000d" 1 2 3 }}', 'more than 100000 steps'],
  ['many digits', '{{ printf "%.1000000f%.1000000f%.1000000f" 1.0 2.0 3.0 }}', 'more than 100000 steps'],
  ['a deep indent', '{{ indent 3000000 "a" }}', 'a text of more than 2000000 bytes'],
  ['a text doubled', `{{ $x := "xxxxxxxxxx" }}{{ range 99 }}{{ $x = print $x $x }}{{ end }}`, 'more than'],
  [
    'a text put into itself',
    '{{ $x := "aaaaaaaaaa" }}{{ range 99 }}{{ $x = replace "a" $x $x }}{{ end }}',
    'a text',
  ],
  ['a list of itself', '{{ $x := list 1 }}{{ range 99 }}{{ $x = list $x $x }}{{ end }}{{ $x }}', 'more than'],
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
  ['blocks', `${'{{ if 1 }}'.repeat(20_000)}${'{{ end }}'.repeat(20_000)}`, 'max expression depth exceeded'],
  ['alternatives', `{{ if 0 }}${'{{ else if 0 }}'.repeat(20_000)}{{ end }}`, 'max expression depth exceeded'],
  ['a slow pattern', '{{ regexFind "(x+x+)+y" (repeat 100000 "x") }}', 'more than 100000 steps'],
  [
    'a slow pattern, again and again',
    '{{ regexFindAll "x*y|x" (repeat 5000 "x") -1 }}',
    'more than 100000 steps',
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
    'more than 100000 steps',
  ],
  [
    'lines wrapped',
    '{{ wrapWith 1 (repeat 1000 "x") (repeat 10000 "y") }}',
    'a text of more than 2000000 bytes',
  ],
  ['lists without doubles', '{{ uniq (until 20000) }}', 'more than 100000 steps'],
  ['a constraint', '{{ semverCompare (repeat 100000 " ") "1.2.3" }}', 'constraint Parser Error'],
];

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

/** What mutated templates use. */
export const CONTEXT: Record<string, ContextValue> = {
  ...{ Name: 'inst', PlanName: 'deploy', T: true, S: 'text', N: null, F: 2.5 },
  ...{ L: ['x', 'y', 3, null], D: { x: 1, y: 'é', z: { a: [] } } },
};

/** One to four changes: something put in, taken out, doubled or put elsewhere. */
export function mutated(random: Random): string {
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
