/**
 * How soon templates that mean harm end: processor time of each, without what the machine does beside it. The bound itself is
 * one of steps and bytes, held by tests; here is what it comes to.
 */
import { verdict } from '../figures.ts';
import { FUNCTIONS } from '#lib/templates/functions/table.ts';
import { parseTemplate, render, TemplateError } from '#lib/templates/template.ts';
import { CONTEXT, HOSTILE, mutated } from '#lib/templates/testing/hostile.ts';
import { randomFrom } from '#lib/testing/random.ts';

const GOAL_MS = 100;
const MUTATIONS = 20_000;
const WARM_UP = 500;
const WORST = 5;
/** Takes most of a second by design, and is allowed twice. */
const SLOW_BY_DESIGN = new Set(['derivePassword']);

interface Run {
  readonly what: string;
  readonly ms: number;
}

/** Prints the worst of each kind. */
export function benchHostile(): void {
  const random = randomFrom(21);
  for (let run = 0; run < WARM_UP; run += 1) timed('', mutated(random));
  const mutations = Array.from({ length: MUTATIONS }, () => {
    const text = mutated(random);
    return timed(JSON.stringify(text), text);
  });
  report(
    `hostile templates (${String(HOSTILE.length)})`,
    HOSTILE.map(([what, text]) => timed(what, text)),
  );
  report(`mutated templates (${String(MUTATIONS)})`, mutations);
  const calls = Object.keys(FUNCTIONS)
    .filter((name) => !SLOW_BY_DESIGN.has(name))
    .flatMap((name) => ARGUMENTS.map((args) => `${name} ${args}`));
  report(
    `functions called without an end (${String(calls.length)})`,
    calls.map((call) => timed(call, endless(call))),
  );
}

function timed(what: string, text: string): Run {
  const before = process.cpuUsage();
  try {
    render(parseTemplate('hostile.yaml', text), CONTEXT);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return { what, ms: (user + system) / 1000 };
}

function report(what: string, runs: readonly Run[]): void {
  const [worst, ...others] = [...runs].sort((a, b) => b.ms - a.ms).slice(0, WORST);
  verdict(`${what}, ms of processor time of the worst`, worst?.ms ?? Number.NaN, GOAL_MS);
  for (const { what: which, ms } of worst === undefined ? [] : [worst, ...others])
    process.stdout.write(`  ${ms.toFixed(0)} ms ${which}\n`);
}

/** Texts and collections large and small, in the orders that functions take them. */
const ARGUMENTS = [
  ...[
    '',
    '"abc"',
    '2.5',
    '$text',
    '$list',
    '$dict',
    '"abc" "abc"',
    '"abc" $text',
    '$text "abc"',
    '1 "abc"',
    '1 $text',
  ],
  ...[
    '$dict $dict',
    '$list 1',
    '"1" $dict',
    '"^1 || ^2 || ^3" "1.2.3"',
    '1 "Europe/Berlin"',
    '"%v %x %q" $dict $text 1',
  ],
  ...[
    '"2006" 1 "Asia/Tokyo"',
    '"a" $text "b"',
    '"a" "bb" $text',
    '"(a|b)*c" $text "${1}x"',
    '"a" $text -1',
    '3 "x" $text',
  ],
];

function endless(call: string): string {
  return [
    '{{ $text := repeat 20000 "aB-c " }}{{ $list := splitList "," (repeat 300 "a,") }}{{ $dict := dict }}',
    '{{ range until 100 }}{{ $_ := set $dict (toString .) (list . 1) }}{{ end }}',
    `{{ range 100000 }}{{ $_ := ${call} }}{{ end }}`,
  ].join('');
}
