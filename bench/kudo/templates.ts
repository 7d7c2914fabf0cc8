/**
 * What templates cost: one pass over the templates of real packages, and over a large made-up one, with Go's own engine on
 * the same work beside it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { verdict } from '../figures.ts';
import { parseTemplate, render } from '#lib/templates/template.ts';
import { sharedData } from '#local/testing/shared-data.ts';

const Job = z.object({
  name: z.string(),
  template: z.string(),
  context: z.record(z.string(), z.json()),
});
type Job = z.infer<typeof Job>;
const Rendered = z.object({ out: z.string() });
const Times = z.object({ readMs: z.number(), renderMs: z.number() });
type Times = z.infer<typeof Times>;

/** For a package with 250 parameters and 30 templates, read and rendered. */
const GOAL_MS = 20;
const ROUNDS = 200;
const PARAMETERS = 250;
const TEMPLATES = 30;

/** Prints a line for each kind of work. */
export async function benchTemplates(): Promise<void> {
  const real = await realJobs();
  if (real.length > 0) await compare(`templates of real packages (${String(real.length)} renders)`, real);
  const large = largeJobs();
  const ours = await compare(`a package with ${PARAMETERS} parameters and ${TEMPLATES} templates`, large);
  const total = ours.readMs + ours.renderMs;
  verdict('a package read and rendered, ms a pass', total, GOAL_MS);
}

async function realJobs(): Promise<Job[]> {
  const data = sharedData('template-vectors.jsonl.gz');
  if (data === undefined) return [];
  return (
    gunzipSync(await readFile(data))
      .toString('utf8')
      .split('\n')
      .filter((line) => /^\{"id": ?"pkg\//.test(line))
      .map((line): unknown => JSON.parse(line))
      // One of them is an error on purpose.
      .filter((vector) => Rendered.safeParse(vector).success)
      .map((vector) => Job.parse(vector))
  );
}

/** Each template uses a share of the parameters, in the ways that packages do. */
function largeJobs(): Job[] {
  const names = Array.from({ length: PARAMETERS }, (_name, at) => `PARAMETER_${String(at)}`);
  const values = names.map((name, at): [string, string] => [name, String(at)]);
  const context = {
    Name: 'inst',
    Namespace: 'ns',
    Params: { ...Object.fromEntries(values), LIST: ['a', 'b', 'c'] },
  };
  return Array.from({ length: TEMPLATES }, (_job, at) => {
    const used = names.filter((_name, index) => index % TEMPLATES === at || index % 7 === at % 7);
    const lines = used.map((name, index) => lineOf(name, index));
    return { name: `template-${String(at)}.yaml`, template: `kind: ConfigMap\n${lines.join('')}`, context };
  });
}

function lineOf(name: string, index: number): string {
  const field = `.Params.${name}`;
  const lines = [
    `  ${name}: {{ ${field} | quote }}\n`,
    `  ${name}: {{ .Name }}-{{ ${field} }}\n`,
    `{{- if ne ${field} "" }}\n  ${name}: {{ add ${field} 1 }}\n{{- else }}\n  none: true\n{{- end }}\n`,
    `{{- range $i, $e := .Params.LIST }}\n  - {{ $e }}-{{ $i }}-{{ $${field} }}\n{{- end }}\n`,
    `  ${name}: {{ default "x" ${field} | upper | indent 2 }}\n`,
  ];
  return lines[index % lines.length] ?? '';
}

async function compare(what: string, jobs: readonly Job[]): Promise<Times> {
  // The first passes are compiled.
  ours(jobs, ROUNDS / 4);
  const mine = ours(jobs, ROUNDS);
  const theirs = await go(jobs);
  process.stdout.write(`${what}, one pass:\n  ours: ${shown(mine)}\n`);
  if (theirs === undefined) process.stdout.write('  Go: not here, so there is no ratio\n');
  else {
    const ratio = (mine.readMs + mine.renderMs) / (theirs.readMs + theirs.renderMs);
    process.stdout.write(`  Go:   ${shown(theirs)}\n  ours take ${ratio.toFixed(2)} times as long\n`);
  }
  return mine;
}

function shown({ readMs, renderMs }: Times): string {
  return `${readMs.toFixed(2)} ms reading, ${renderMs.toFixed(2)} ms rendering`;
}

function ours(jobs: readonly Job[], rounds: number): Times {
  let readMs = 0;
  let renderMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, template, context } of jobs) {
      const began = performance.now();
      const parsed = parseTemplate(name, template);
      const between = performance.now();
      render(parsed, context);
      readMs += between - began;
      renderMs += performance.now() - between;
    }
  }
  return { readMs: readMs / rounds, renderMs: renderMs / rounds };
}

/** Undefined where Go, or what the program needs of it, is not there. */
async function go(jobs: readonly Job[]): Promise<Times | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-bench-'));
  const file = join(folder, 'jobs.jsonl');
  await writeFile(file, jobs.map((job) => JSON.stringify(job)).join('\n'));
  try {
    const cwd = join(import.meta.dirname, 'go');
    const { stdout } = await promisify(execFile)('go', ['run', '.', file, String(ROUNDS)], { cwd });
    return Times.parse(JSON.parse(stdout));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
