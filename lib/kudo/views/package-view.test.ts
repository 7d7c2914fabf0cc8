import { describe, expect, it } from 'vitest';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { filesOf, SOUND_PACKAGE, soundPackageWith } from '../../testing/kudo-package.ts';
import { packageReading, renderedPlan } from './package-view.ts';

describe('a package that can be read', () => {
  it('is shown with its plans, parameters, tasks and templates', () => {
    const { view, findings } = packageReading(filesOf({ ...SOUND_PACKAGE, 'README.md': '# Web' }));
    expect(findings).toEqual([]);
    expect(view).toMatchObject({
      plans: [
        {
          name: 'deploy',
          status: 'NEVER_RUN',
          phases: [{ name: 'main', steps: [{ name: 'everything', tasks: ['app'] }] }],
        },
      ],
      groups: [{ parameters: [{ name: 'SIZE', default: '1', runs: 'deploy' }] }],
      tasks: [{ name: 'app', kind: 'Apply', templates: ['app.yaml'] }],
      templates: [{ name: 'app.yaml', file: 'templates/app.yaml' }],
      readme: '# Web',
      version: { metadata: { name: 'web-1.0.0' } },
    });
  });

  it('has its parameters by groups in the order of their priority, those of none first', () => {
    const params = `apiVersion: kudo.dev/v1beta1
groups:
  - {name: late, displayName: Later, prio: 20}
  - {name: early, prio: 10, description: First of all}
  - {name: nobody}
parameters:
  - {name: A, default: "1", group: late, advanced: true}
  - {name: B, default: "1"}
  - {name: C, default: "1", group: early}
`;
    const { view } = packageReading(filesOf({ ...SOUND_PACKAGE, 'params.yaml': params }));
    expect(
      view?.groups.map(({ title, description, parameters }) => [
        title,
        description,
        parameters.map(({ name }) => name).join(),
      ]),
    ).toEqual([
      [undefined, undefined, 'B'],
      ['early', 'First of all', 'C'],
      ['Later', undefined, 'A'],
    ]);
  });

  it('names the operators that it installs', () => {
    const files = soundPackageWith('operator.yaml', [
      'plans:',
      `  - name: database
    kind: KudoOperator
    spec: {package: mysql, operatorVersion: 0.3.0, instanceName: db}
plans:`,
    ]);
    expect(packageReading(files).view?.tasks[1]).toEqual({
      name: 'database',
      kind: 'KudoOperator',
      templates: [],
      installs: { reference: 'mysql', operatorVersion: '0.3.0' },
    });
  });
});

it('says of a package that cannot be read where and why', () => {
  expect(packageReading(filesOf({ 'operator.yaml': 'name: [', 'params.yaml': '' }))).toEqual({
    findings: [expect.objectContaining({ code: 'unreadable', file: 'operator.yaml' })],
  });
});

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

describe('a plan', () => {
  const version = packageReading(filesOf(SOUND_PACKAGE)).view?.version;
  const wish = { namespace: 'shop', name: '', values: {} };

  it('is rendered with the values that are given, and the defaults of the others', () => {
    if (version === undefined) throw new Error('no version');
    const sizes = [{}, { SIZE: '7' }].map((values) => {
      const rendered = renderedPlan(version, { ...wish, values }, 'deploy');
      return 'templates' in rendered ? rendered.templates.flatMap(({ objects }) => objects) : rendered;
    });
    expect(sizes).toEqual([
      [expect.objectContaining({ data: { size: '1' } })],
      [expect.objectContaining({ data: { size: '7' } })],
    ]);
  });

  it('that fails in a template says so of that template', () => {
    const files = soundPackageWith('templates/app.yaml', ['{{ .Params.SIZE }}', '{{ fail "no" }}']);
    const broken = packageReading(files).view?.version;
    if (broken === undefined) throw new Error('no version');
    expect(renderedPlan(broken, wish, 'deploy')).toMatchObject({
      templates: [{ template: 'app.yaml', problem: expect.stringContaining('no') as string, objects: [] }],
    });
  });
});

describe('a bound of the preview', () => {
  const DEEP = `${MAP}data: ${'{a: '.repeat(150)}1${'}'.repeat(150)}`;
  const WIDE = `${MAP}data: {a: {{ repeat 2100000 "x" }}}`;

  it.each<[what: string, template: string, limit: unknown]>([
    ['steps', '{{ range 9223372036854775807 }}{{ end }}', { bound: 'steps', most: 100_000 }],
    ['a text', WIDE, { bound: 'bytes', most: 2_000_000 }],
    ['a document', `${MAP}# {{ repeat 1100000 "x" }}`, { bound: 'yamlCharacters', most: 1_048_576 }],
    ['lists and maps', DEEP, { bound: 'yamlDepth', most: 100 }],
  ])('of %s is named, with the template', (_what, template, limit) => {
    const version = packageReading(filesOf({ ...SOUND_PACKAGE, 'templates/app.yaml': template })).view
      ?.version;
    if (version === undefined) throw new Error('no version');
    expect(renderedPlan(version, { namespace: 'shop', name: '', values: {} }, 'deploy')).toMatchObject({
      templates: [{ template: 'app.yaml', problem: expect.any(String) as string, limit }],
    });
  });

  it('of all templates together ends the list with the one that goes beyond it', () => {
    const names = Array.from({ length: 40 }, (_, index) => `t${String(index)}`);
    const version = packageReading(filesOf(SOUND_PACKAGE)).view?.version;
    if (version === undefined) throw new Error('no version');
    const steps = names.map((name) => ({ name, tasks: [name] }));
    const many = {
      ...version,
      spec: {
        ...version.spec,
        templates: { 'app.yaml': `${MAP}{{ range 40000 }}{{ end }}` },
        tasks: names.map((name) => ({ name, kind: 'Apply', spec: { resources: ['app.yaml'] } })),
        plans: { deploy: { strategy: 'serial', phases: [{ name: 'all', strategy: 'serial', steps }] } },
      },
    };
    const rendered = renderedPlan(many, { namespace: 'shop', name: '', values: {} }, 'deploy');
    const templates = 'templates' in rendered ? rendered.templates : [];
    expect(templates.length).toBeGreaterThan(5);
    expect(templates.length).toBeLessThan(40);
    expect(templates.map(({ limit }) => limit).filter((limit) => limit !== undefined)).toEqual([
      { bound: 'planSteps', most: 1_000_000 },
    ]);
    expect(templates.at(-1)?.problem).toContain('use fewer or shorter loops');
  });
});

const packages = await realPackages();

it.skipIf(packages.length === 0)('shows every real package with its plan deploy rendered', () => {
  for (const { name, files } of packages) {
    const { view } = packageReading(files);
    expect(view?.plans.length, name).toBeGreaterThan(0);
    if (view === undefined) continue;
    const rendered = renderedPlan(view.version, { namespace: 'a', name: '', values: {} }, 'deploy');
    expect('templates' in rendered ? rendered.templates.length : rendered, name).not.toEqual({});
  }
});
