import { describe, expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE, soundPackageWith } from '../../testing/kudo-package.ts';
import type { PackageFiles } from '../package/files.ts';
import type { FindingCode, PackageFinding } from './finding.ts';
import { findingText, verifyPackage, type VerifyOptions } from './verify.ts';

type Severity = PackageFinding['severity'];

/** One finding: how bad, its code, and how `findingText` begins. */
type Wanted = readonly [Severity, FindingCode, string];

function findings(files: PackageFiles, options?: VerifyOptions): Wanted[] {
  return verifyPackage(files, options).findings.map((finding) => {
    expect(finding.fix).not.toBe('');
    return [finding.severity, finding.code, findingText(finding).slice(0, -finding.fix.length - 2)];
  });
}

const params = (fields: string): PackageFiles =>
  soundPackageWith('params.yaml', ['    default: "1"\n', fields]);
const template = (...lines: string[]): PackageFiles =>
  soundPackageWith('templates/app.yaml', [
    '  size: "{{ .Params.SIZE }}"\n',
    `  size: "{{ .Params.SIZE }}"\n${lines.join('\n')}\n`,
  ]);
/** The one task, with another of this kind and spec that is used. */
const secondTask = (text: string, more: Record<string, string> = {}): PackageFiles =>
  filesOf({
    ...SOUND_PACKAGE,
    'operator.yaml': SOUND_PACKAGE['operator.yaml']
      .replace('plans:\n', `  - name: two\n${text}plans:\n`)
      .replace('              - app\n', '              - app\n              - two\n'),
    ...more,
  });
const version = (line: string, to: string): PackageFiles => soundPackageWith('operator.yaml', [line, to]);

it('finds nothing in a package that is sound', () => {
  expect(findings(filesOf(SOUND_PACKAGE))).toEqual([]);
  const needs = 'name: web\nannotations:\n  capstan.dev/needs-operators: cert-manager@stable, etcd\n';
  expect(findings(version('name: web\n', needs))).toEqual([]);
});

/** Each breaks one rule and no other. */
const RULES: [string, PackageFiles, Wanted][] = [
  [
    'operators of OLM that it needs, written as nobody reads them',
    version('name: web\n', 'name: web\nannotations:\n  capstan.dev/needs-operators: cert-manager@\n'),
    [
      'error',
      'needed-operators',
      'operator.yaml:4: annotation capstan.dev/needs-operators: "cert-manager@" is not PACKAGE or PACKAGE@CHANNEL',
    ],
  ],
  [
    'KUDO 19: a name twice, capitals or not',
    params('  - name: size\n    trigger: deploy\n'),
    ['error', 'parameter-duplicate', 'params.yaml:5: parameter "size" has a duplicate'],
  ],
  [
    'KUDO 19: a semicolon in a name',
    params('    default: "1"\n  - name: a;b\n    trigger: deploy\n'),
    ['error', 'parameter-character', 'params.yaml:6: parameter "a;b" contains invalid character \';\''],
  ],
  [
    'KUDO 19: a comma in a name',
    params('    default: "1"\n  - name: a,b\n    trigger: deploy\n'),
    ['error', 'parameter-character', 'params.yaml:6: parameter "a,b" contains invalid character \',\''],
  ],
  [
    'KUDO 14: a name that is a boolean',
    params('    default: "1"\n  - name: N\n    trigger: deploy\n'),
    [
      'error',
      'parameter-boolean',
      'params.yaml:6: parameter "false" is written as N, which YAML reads as a boolean',
    ],
  ],
  [
    'KUDO 20: no operatorVersion',
    version('operatorVersion: 1.0.0\n', ''),
    ['error', 'version', 'operator.yaml:1: "operatorVersion" is required and must be semver'],
  ],
  [
    'KUDO 20: no kubernetesVersion',
    version('kubernetesVersion: 1.17.0\n', ''),
    ['error', 'version', 'operator.yaml:1: "kubernetesVersion" is required and must be semver'],
  ],
  ...(['operatorVersion', 'kubernetesVersion', 'appVersion', 'kudoVersion'] as const).map(
    (field): [string, PackageFiles, Wanted] => [
      `KUDO 20: ${field} is none`,
      version(
        field === 'operatorVersion'
          ? 'operatorVersion: 1.0.0'
          : field === 'kubernetesVersion'
            ? 'kubernetesVersion: 1.17.0'
            : 'tasks:\n',
        field === 'appVersion' || field === 'kudoVersion' ? `${field}: latest\ntasks:\n` : `${field}: latest`,
      ),
      [
        'error',
        'version',
        `operator.yaml:${field === 'operatorVersion' ? '3' : field === 'kubernetesVersion' ? '4' : '5'}: unable to parse "${field}": Invalid Semantic Version`,
      ],
    ],
  ),
  [
    'KUDO 21: an unknown kind',
    secondTask('    kind: Shell\n'),
    ['error', 'task-invalid', 'operator.yaml:12: unknown task kind Shell'],
  ],
  ...(['Apply', 'Delete', 'Toggle'] as const).map((kind): [string, PackageFiles, Wanted] => [
    `KUDO 21: ${kind} without resources`,
    secondTask(`    kind: ${kind}\n    spec:\n      parameter: SIZE\n`),
    [
      'error',
      'task-invalid',
      `operator.yaml:13: task validation error: ${kind.toLowerCase()} task has an empty resource list. if that's what you need, use a Dummy task instead`,
    ],
  ]),
  [
    'KUDO 21: Toggle without a parameter',
    secondTask('    kind: Toggle\n    spec:\n      resources: [app.yaml]\n'),
    [
      'error',
      'task-invalid',
      'operator.yaml:13: task validation error: toggle task has no parameter to evaluate',
    ],
  ],
  [
    'KUDO 21: Pipe without files',
    secondTask('    kind: Pipe\n    spec:\n      pod: app.yaml\n'),
    [
      'error',
      'task-invalid',
      'operator.yaml:13: task validation error: pipe task has an empty pipe files list',
    ],
  ],
  ...(
    [
      [
        'both file and envFile',
        '{file: /a, envFile: /b, kind: Secret, key: k}',
        'pipe file must have exactly one of file or envFile set',
      ],
      ['neither', '{kind: Secret, key: k}', 'pipe file must have exactly one of file or envFile set'],
      [
        'a kind of its own',
        '{file: /a, kind: Pod, key: k}',
        'invalid pipe kind (must be Secret or ConfigMap): Pod',
      ],
      [
        'a key with a dot',
        '{file: /a, kind: Secret, key: a.b}',
        'invalid pipe key (only letters, numbers, _ and - are allowed): a.b',
      ],
    ] as const
  ).map(([what, entry, problem]): [string, PackageFiles, Wanted] => [
    `KUDO 21: a pipe with ${what}`,
    secondTask(`    kind: Pipe\n    spec:\n      pod: app.yaml\n      pipe: [${entry}]\n`),
    ['error', 'task-invalid', `operator.yaml:13: task validation error: ${problem}`],
  ]),
  [
    'KUDO 21: KudoOperator without a package',
    secondTask('    kind: KudoOperator\n    spec: {instanceName: x}\n'),
    [
      'error',
      'task-invalid',
      'operator.yaml:13: task validation error: kudo operator task has an empty package name',
    ],
  ],
  [
    'KUDO 22: a task that is not there',
    version('              - app\n', '              - app\n              - appp\n'),
    ['error', 'task-undefined', 'operator.yaml:21: task "appp" in plan "deploy" is not defined'],
  ],
  [
    'KUDO 22: a task that nobody uses',
    version('plans:\n', '  - name: idle\n    kind: Dummy\nplans:\n'),
    ['warning', 'task-unused', 'operator.yaml:11: task "idle" defined but not used'],
  ],
  [
    'KUDO 23: no plan deploy',
    version('  deploy:\n', '  install:\n'),
    ['error', 'plan-deploy', "operator.yaml:11: an operator is required to have 'deploy' plan"],
  ],
  [
    'KUDO 23: a trigger that is not there',
    params('    default: "1"\n    trigger: resize\n'),
    ['error', 'parameter-trigger', 'params.yaml:6: plan "resize" used in parameter "SIZE" is not defined'],
  ],
  [
    'KUDO 24: a parameter of a template that is not there',
    template('  {{ if false }}{{ .Params.SIZ }}{{ end }}'),
    [
      'error',
      'template-parameter',
      'templates/app.yaml:7: parameter "SIZ" in template app.yaml is not defined',
    ],
  ],
  [
    'KUDO 24: a parameter of a Toggle that is not there',
    secondTask('    kind: Toggle\n    spec: {parameter: SIZ, resources: [app.yaml]}\n'),
    ['error', 'toggle-parameter', 'operator.yaml:13: parameter "SIZ" in ToggleTask two is not defined'],
  ],
  [
    'KUDO 24: a parameter that nobody uses',
    params('    default: "1"\n  - name: IDLE\n'),
    ['warning', 'parameter-unused', 'params.yaml:6: parameter "IDLE" defined but not used.'],
  ],
  [
    'KUDO 25: immutable without a value',
    params('    required: false\n    immutable: true\n'),
    [
      'error',
      'immutable-without-value',
      'params.yaml:6: parameter "SIZE" is immutable but is not marked as required or has a default value',
    ],
  ],
  [
    'KUDO 25: an empty enum',
    params('    enum: []\n'),
    ['error', 'enum-empty', 'params.yaml:5: parameter "SIZE" is an enum but has no allowed values'],
  ],
  [
    'KUDO 25: an enum value of another type',
    params('    type: integer\n    enum: [1, x]\n    default: 1\n'),
    [
      'error',
      'enum-value',
      'params.yaml:6: parameter "SIZE" has an invalid enum value: type is "integer" but format of "x" is invalid: strconv.ParseInt: parsing "x": invalid syntax',
    ],
  ],
  [
    'KUDO 25: a default of another type',
    params('    type: boolean\n    default: maybe\n'),
    [
      'error',
      'default-value',
      'params.yaml:6: parameter "SIZE" has an invalid default value: type is "boolean" but format of "maybe" is invalid: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
  ],
  [
    'KUDO 25: a boolean where a text is wanted',
    params('    type: string\n    default: yes\n'),
    [
      'error',
      'default-value',
      'params.yaml:6: parameter "SIZE" has an invalid default value: type is "string" but format is invalid: true',
    ],
  ],
  [
    'KUDO 25: a map where a text is wanted',
    params('    default: {a: 1}\n'),
    [
      'error',
      'default-value',
      'params.yaml:5: parameter "SIZE" has an invalid default value: type is "string" but format is invalid: a: 1',
    ],
  ],
  [
    'KUDO 25: a default outside of the enum',
    params('    enum: [a, b]\n    default: c\n'),
    [
      'error',
      'default-value',
      'params.yaml:6: parameter "SIZE" has an invalid default value: value is "c", but only allowed values are [a b]',
    ],
  ],
  [
    'KUDO 25: a slash in the group of a parameter',
    params('    group: a/b\n'),
    ['error', 'group-character', 'params.yaml:5: parameter "SIZE" has a group with invalid character \'/\''],
  ],
  [
    'KUDO 25: a slash in a group',
    params('groups:\n  - name: a/b\n'),
    ['error', 'group-character', 'params.yaml:6: group "a/b" contains invalid character \'/\''],
  ],
  [
    'KUDO 25: a group that is not there',
    params('    group: tuning\n'),
    [
      'error',
      'group-undefined',
      'params.yaml:5: parameter "SIZE" has a group "tuning" that is not defined in the group section',
    ],
  ],
  [
    'KUDO 25: a group twice',
    params('groups:\n  - name: a\n  - name: a\n'),
    ['error', 'group-duplicate', 'params.yaml:7: group "a" is duplicated'],
  ],
  [
    'KUDO 25: advanced, required, and no default',
    params('    advanced: true\n'),
    [
      'error',
      'advanced-required',
      'params.yaml:5: parameter "SIZE" is marked as advanced, but also as required and has no default. An advanced parameter must either be optional or have a default value',
    ],
  ],
  [
    'KUDO 26: a template that cannot be read',
    template('  a: {{ if }}'),
    [
      'error',
      'template-syntax',
      'templates/app.yaml:7: template file "app.yaml" reports the following error: template: app.yaml:7: missing value for if',
    ],
  ],
  [
    'KUDO 26: an invalid implicit parameter',
    template('  {{ if false }}{{ .Nmae }}{{ end }}'),
    [
      'error',
      'template-field',
      'templates/app.yaml:7: template app.yaml defines an invalid implicit parameter "Nmae"',
    ],
  ],
  [
    'KUDO 26: an invalid implicit parameter of the root',
    template('  {{ range until 0 }}{{ $.Nmae }}{{ end }}'),
    [
      'error',
      'template-field',
      'templates/app.yaml:7: template app.yaml defines an invalid implicit parameter "Nmae"',
    ],
  ],
  [
    'KUDO 26: a render that fails',
    template('  a: {{ index .Params.SIZE 7 }}'),
    [
      'error',
      'template-render',
      'templates/app.yaml:7: error rendering template: template: app.yaml:7:8: executing "app.yaml" at <index .Params.SIZE 7>: error calling index: index out of range: 7',
    ],
  ],
  [
    'KUDO 26: what is rendered is no YAML',
    template(' a: [b'),
    ['error', 'template-yaml', 'templates/app.yaml: parsing rendered YAML from app.yaml failed: line 7'],
  ],
  [
    'KUDO 26: what is rendered is no object',
    template('---', 'metadata: {name: x}'),
    [
      'error',
      'template-yaml',
      'templates/app.yaml: parsing rendered YAML from app.yaml failed: line 8: the object has no apiVersion',
    ],
  ],
  [
    'KUDO 35: a function that packages may not use',
    template('  {{ if false }}{{ uuidv4 }}{{ end }}'),
    [
      'error',
      'template-function',
      'templates/app.yaml:7: template app.yaml uses the function uuidv4, which is random',
    ],
  ],
  [
    'KUDO 27: a template that is not there',
    version('        - app.yaml\n', '        - app.yaml\n        - ap.yaml\n'),
    ['error', 'template-missing', 'operator.yaml:11: template "ap.yaml" required by app but is not defined'],
  ],
  [
    'KUDO 27: a parameter file that is not there',
    secondTask('    kind: KudoOperator\n    spec:\n      package: x\n      parameterFile: x.yaml\n'),
    ['error', 'template-missing', 'operator.yaml:15: template "x.yaml" required by two but is not defined'],
  ],
  [
    'KUDO 27: a template that nobody uses',
    filesOf({ ...SOUND_PACKAGE, 'templates/idle.yaml': '' }),
    [
      'warning',
      'template-unused',
      'templates/idle.yaml: template "idle.yaml" is not referenced from any task',
    ],
  ],
  [
    'KUDO 28: a namespace in a template',
    template('---', 'apiVersion: v1', 'kind:   Namespace', 'metadata: {name: x}'),
    [
      'error',
      'namespace-kind',
      "templates/app.yaml:9: template \"app.yaml\" contains 'kind: Namespace' not allowed unless specified as 'NamespaceManifest'",
    ],
  ],
  [
    'KUDO 28: no such manifest',
    version('tasks:\n', 'namespaceManifest: ns.yaml\ntasks:\n'),
    [
      'error',
      'namespace-manifest',
      'operator.yaml:5: NamespaceManifest "ns.yaml" not found in /templates folder',
    ],
  ],
  ...(
    [
      ['', 'found but does not contain a manifest'],
      ['apiVersion: v1\nkind: Pod\n', 'found but manifest is not kind: Namespace'],
      [
        'apiVersion: v1\nkind: Namespace\n---\napiVersion: v1\nkind: Namespace\n',
        'found but contains 2 manifests which is greater than 1',
      ],
    ] as const
  ).map(([text, problem]): [string, PackageFiles, Wanted] => [
    `KUDO 28: a manifest that ${problem}`,
    filesOf({
      ...SOUND_PACKAGE,
      'operator.yaml': `${SOUND_PACKAGE['operator.yaml']}namespaceManifest: ns.yaml\n`,
      'templates/ns.yaml': text,
    }),
    ['error', 'namespace-manifest', `operator.yaml:21: NamespaceManifest "ns.yaml" ${problem}`],
  ]),
  [
    'KUDO 49: phases without a strategy',
    version('    strategy: serial\n    phases:\n', '    phases:\n      - {name: before, steps: []}\n'),
    ['warning', 'plan-strategy', 'operator.yaml:12: plan "deploy" has no strategy and runs in parallel'],
  ],
  [
    'KUDO 49: steps with a strategy that is none',
    version(
      '        strategy: serial\n        steps:\n',
      '        strategy: Serial\n        steps:\n          - {name: before, tasks: []}\n',
    ),
    [
      'warning',
      'plan-strategy',
      'operator.yaml:16: phase "main" of plan "deploy" has the unknown strategy "Serial" and runs in parallel',
    ],
  ],
  [
    'KUDO 57: a pipe key twice in a plan',
    secondTask(
      '    kind: Pipe\n    spec:\n      pod: app.yaml\n      pipe: [{file: /a, kind: Secret, key: k}, {file: /b, kind: Secret, key: k}]\n',
    ),
    ['error', 'pipe-key', 'operator.yaml:17: duplicated pipe key k'],
  ],
  [
    'KUDO 10: what cannot be read',
    version('  - name: app\n    kind: Apply\n', '  - name: app\n'),
    [
      'error',
      'unreadable',
      'operator.yaml:6: tasks.0.kind: Invalid input: expected string, received undefined',
    ],
  ],
];
it.each(RULES)('%s', (_rule, files, [severity, code, text]) => {
  expect(findings(files)).toEqual([[severity, code, expect.stringContaining(text)]]);
});

it('every code of a rule has a package that breaks it', () => {
  const broken = new Set(RULES.map(([, , [, code]]) => code));
  expect([...broken].toSorted()).toEqual(
    [
      ...['advanced-required', 'default-value', 'enum-empty', 'enum-value'],
      ...['group-character', 'group-duplicate', 'group-undefined', 'immutable-without-value'],
      ...[
        'namespace-kind',
        'namespace-manifest',
        'needed-operators',
        'parameter-boolean',
        'parameter-character',
      ],
      ...['parameter-duplicate', 'parameter-trigger', 'parameter-unused', 'pipe-key', 'plan-deploy'],
      ...['plan-strategy', 'task-invalid', 'task-undefined', 'task-unused', 'template-field'],
      ...['template-function', 'template-missing', 'template-parameter', 'template-render'],
      ...['template-syntax', 'template-unused', 'template-yaml', 'toggle-parameter', 'unreadable', 'version'],
    ].toSorted(),
  );
});

describe('KUDO 15: numbers without quotes', () => {
  it.each(['integer', 'number', 'string'])('are sound defaults of type %s', (type) => {
    expect(findings(params(`    type: ${type}\n    default: 1000000\n    enum: [1, 1000000]\n`))).toEqual([]);
  });
});

describe('KUDO 26: what is no mistake', () => {
  it.each([
    [
      'fields of items',
      '  {{ range .Params.SIZE | splitList "" }}{{ if false }}{{ .name }}{{ end }}{{ end }}',
    ],
    ['fields of what with looks at', '  {{ with .Params.SIZE }}{{ if false }}{{ .name }}{{ end }}{{ end }}'],
    ['variables', '  {{ $x := dict "name" 1 }}{{ $x.name | trunc 0 }}'],
    [
      'all that the context has',
      '  a: {{ .OperatorName }}{{ .AppVersion }}{{ .StepName }}{{ .Pipes }}{{ $.Namespace }}',
    ],
  ])('%s', (_what, line) => {
    const wrong = findings(template(line.replace(' | trunc 0', '')));
    expect(wrong.filter(([, code]) => code === 'template-field')).toEqual([]);
  });
});

it('KUDO 24: uses count in every branch, in parentheses and for the root', () => {
  const names = ['IF', 'ELSE', 'RANGE', 'NONE', 'ROOT', 'DEEP', 'TOGGLE'];
  const files = filesOf({
    ...SOUND_PACKAGE,
    'params.yaml': `parameters:\n  - {name: SIZE, default: "1"}\n${names.map((name) => `  - {name: ${name}, default: "1"}\n`).join('')}`,
    'templates/app.yaml': `${SOUND_PACKAGE['templates/app.yaml']}  a: {{ if .Params.IF }}1{{ else }}{{ .Params.ELSE }}{{ end }}
  b: {{ range .Params.RANGE | splitList "," }}{{ $.Params.ROOT }}{{ else }}{{ .Params.NONE }}{{ end }}
  c: {{ eq (int (add (.Params.DEEP) 1)) 2 }}
`,
    'operator.yaml': SOUND_PACKAGE['operator.yaml']
      .replace(
        'plans:\n',
        '  - name: t\n    kind: Toggle\n    spec: {parameter: TOGGLE, resources: [app.yaml]}\nplans:\n',
      )
      .replace('              - app\n', '              - app\n              - t\n'),
  });
  expect(findings(files)).toEqual([]);
});

it('KUDO 26: parameter files are no objects, and know nothing of plans', () => {
  const child = (text: string): PackageFiles =>
    secondTask('    kind: KudoOperator\n    spec: {package: x, parameterFile: x.yaml}\n', {
      'templates/x.yaml': text,
    });
  expect(findings(child('A: {{ .Params.SIZE }}\n'))).toEqual([]);
  expect(findings(child('A: {{ .PlanName }}\n'))).toEqual([
    ['error', 'template-render', expect.stringContaining('map has no entry for key "PlanName"')],
  ]);
});

describe('KUDO 29: checks for the sake of people', () => {
  const files = params('groups:\n  - name: g\n');
  it.each([
    ['display', ['parameter "SIZE" has no displayName']],
    ['hint', ['parameter "SIZE" has no hint']],
    ['desc', ['parameter "SIZE" has a description not ending with one of \'.!?)\'']],
    ['type', ['parameter "SIZE" has no explicit type assigned']],
    ['hasgroup', ['parameter "SIZE" has no group']],
    ['groups', ['group "g" has no displayName', 'group "g" has no description']],
  ])('%s', (check, messages) => {
    const verdict = verifyPackage(files, { parameterChecks: [check] });
    expect(verdict.findings.map(({ message }) => message)).toEqual(messages);
    for (const { severity, code, line } of verdict.findings)
      expect([severity, code, line > 2]).toEqual(['warning', `check-${check}`, true]);
  });

  it.each([
    ['displayName: size', 'has a displayName that does not start with a capital letter'],
    ['displayName: "Size:"', "has a displayName ending with ':'"],
    ['displayName: "2 sizes"', undefined],
    ['hint: Any', "has a hint not ending with a '.'"],
    ['hint: any.', undefined],
    ['group: g', undefined],
  ])('%s', (field, problem) => {
    const written = params(`    ${field}\ngroups:\n  - {name: g, displayName: G, description: D.}\n`);
    const check =
      { displayName: 'display', hint: 'hint', group: 'hasgroup' }[field.split(':')[0] ?? ''] ?? '';
    const found = verifyPackage(written, { parameterChecks: [check] }).findings;
    expect(found.map(({ message }) => message)).toEqual(
      problem === undefined ? [] : [`parameter "SIZE" ${problem}`],
    );
  });

  it('all of them, and no other', () => {
    expect(verifyPackage(files, { parameterChecks: ['all'] }).findings).toHaveLength(7);
    expect(verifyPackage(files).findings).toEqual([]);
    expect(() => verifyPackage(files, { parameterChecks: ['nothing'] })).toThrow(
      'unknown parameter check: nothing, must be one of [display hint desc type hasgroup groups all]',
    );
  });
});
