import { describe, expect, it } from 'vitest';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { foresee } from '../admission/foreseen.ts';
import type { KudoOperatorVersion } from '../api/types.ts';
import { Allowance } from './allowance.ts';
import { foreseenWorld } from './foreseen-world.ts';
import { rendererOf } from './rendering.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

/** One task with these templates, each named once. */
function versionWith(templates: Readonly<Record<string, string>>): KudoOperatorVersion {
  const version = aVersion();
  const resources = Object.keys(templates);
  const tasks = [{ name: 'all', kind: 'Apply', spec: { resources } }];
  const steps = [{ name: 'all', tasks: ['all'] }];
  const plans = { deploy: { strategy: 'serial', phases: [{ name: 'all', strategy: 'serial', steps }] } };
  return { ...version, spec: { ...version.spec, templates, tasks, plans, parameters: [] } };
}

const files = (count: number, text: (index: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${String(index)}.yaml`, text(index)]));

/** What all files of the version come to, rendered one after the other. */
function renderedAll(version: KudoOperatorVersion): { texts: number; problems: string[] } {
  const renderer = rendererOf({ templates: new WeakMap() }, anInstance(), version);
  if ('problem' in renderer) throw new Error(renderer.problem);
  const made = Object.keys(version.spec.templates).map((file) => renderer.render(file, undefined));
  const problems = made.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return { texts: made.length - problems.length, problems: [...new Set(problems)] };
}

describe('an allowance', () => {
  it.each<[what: string, version: KudoOperatorVersion]>([
    [
      'a hundred files of five thousand characters',
      versionWith(files(100, (index) => `${MAP}# ${String(index)} ${'x'.repeat(5_000)}`)),
    ],
    [
      'a definition of fifty thousand lines',
      versionWith({ 'a.yaml': `${MAP}data:\n${'  a: b\n'.repeat(49_000)}` }),
    ],
    [
      'a text of a hundred thousand lines',
      versionWith({ 'a.yaml': `${MAP}data:\n  a: |\n${'    some words\n'.repeat(100_000)}` }),
    ],
    [
      'the same text again and again',
      versionWith(files(100, () => `${MAP}data:\n${'  a: b\n'.repeat(5_000)}`)),
    ],
    [
      'a loop of ten thousand in each of forty files',
      versionWith(files(40, () => `{{ range 10000 }}{{ end }}${MAP}`)),
    ],
  ])('takes %s', (_what, version) => {
    expect(renderedAll(version).problems).toEqual([]);
  });

  it.each<[what: string, version: KudoOperatorVersion, why: string]>([
    [
      'loops',
      versionWith(files(100, () => `{{ range 40000 }}{{ end }}${MAP}`)),
      'more than 1000000 steps together',
    ],
    [
      'entries',
      versionWith(files(100, (index) => `${MAP}data:\n${`  a${String(index)}: b\n`.repeat(5_000)}`)),
      'more than 150000 lines and parts',
    ],
    [
      'actions',
      versionWith(files(100, () => '{{ if 1 }}x{{ end }}'.repeat(1_000))),
      'more than 150000 lines and parts',
    ],
  ])('ends at too many %s, and says what to do', (_what, version, why) => {
    const { texts, problems } = renderedAll(version);
    expect(texts).toBeGreaterThan(5);
    expect(texts).toBeLessThan(60);
    expect(problems).not.toEqual([]);
    for (const problem of problems) expect(problem).toContain(why);
  });

  it('ends where an operator installs itself over and over', () => {
    const version = aVersion();
    const tasks = Array.from({ length: 30 }, (_, index) => ({
      ...{ name: `t${String(index)}`, kind: 'KudoOperator' },
      spec: { package: 'web', operatorVersion: '1.0.0', instanceName: `i${String(index)}` },
    }));
    const steps = [{ name: 'all', tasks: tasks.map(({ name }) => name) }];
    const deploy = { strategy: 'serial', phases: [{ name: 'all', strategy: 'serial', steps }] };
    const itself = { ...version, spec: { ...version.spec, tasks, plans: { deploy }, parameters: [] } };
    const allowance = new Allowance();
    const world = foreseenWorld({ resourceOf: () => undefined, versionOf: () => itself, allowance });
    expect(
      foresee(world, { instance: anInstance(), version: itself }, ['deploy']).writes.length,
    ).toBeLessThan(60_000);
    expect(allowance.problem).toContain('fewer tasks');
  });
});
