import { describe, expect, it } from 'vitest';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { foresee } from '../admission/foreseen.ts';
import type { KudoOperatorVersion } from '../api/types.ts';
import { Allowance, FULL_ALLOWANCE, QUICK_ALLOWANCE } from './allowance.ts';
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
function renderedAll(
  version: KudoOperatorVersion,
  allowance = new Allowance(),
): { texts: number; problems: string[] } {
  const renderer = rendererOf({ templates: new WeakMap() }, anInstance(), version, allowance);
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

  it('counts objects as often as a task names them, and anew for each pass', () => {
    const text = `{{ range $i, $e := until 2000 }}---\n${MAP}{{ end }}`;
    const version = versionWith({ 'a.yaml': text });
    const allowance = new Allowance();
    const renderer = rendererOf({ templates: new WeakMap() }, anInstance(), version, allowance);
    if ('problem' in renderer) throw new Error(renderer.problem);
    const times = (): number => {
      let count = 0;
      while (count < 1_000 && 'text' in renderer.render('a.yaml', undefined)) count += 1;
      return count;
    };
    expect('text' in renderer.render('a.yaml', undefined)).toBe(true);
    allowance.anew();
    expect(times()).toBeLessThan(10);
    expect(allowance.limit).toEqual({ bound: 'planObjects', most: 20_000 });
    expect(allowance.problem).toContain('split the operator');
    // Once it is used up it stays so.
    allowance.anew();
    expect(times()).toBe(0);
  });

  it('derives few passwords for all files together, and each once', () => {
    const derive = (site: string): string =>
      `${MAP}data: {a: '{{ derivePassword 1 "pin" "a" "b" "${site}" }}'}`;
    // Each takes most of a second.
    const few = new Allowance({ ...FULL_ALLOWANCE, steps: 150_000 });
    expect(renderedAll(versionWith(files(20, () => derive('same'))), few).problems).toEqual([]);
    const { texts, problems } = renderedAll(versionWith(files(20, (index) => derive(String(index)))), few);
    expect(texts).toBe(0);
    for (const problem of problems) expect(problem).toContain('more than 150000 steps together');
  });

  it('may be a small one, which says so in its numbers', () => {
    const allowance = new Allowance(QUICK_ALLOWANCE);
    const version = versionWith({ 'a.yaml': `${MAP}data:\n${'  a: b\n'.repeat(5_000)}` });
    const renderer = rendererOf({ templates: new WeakMap() }, anInstance(), version, allowance);
    expect('problem' in renderer ? renderer : renderer.render('a.yaml', undefined)).toHaveProperty('limit', {
      ...{ bound: 'planSigns', most: QUICK_ALLOWANCE.signs },
    });
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
