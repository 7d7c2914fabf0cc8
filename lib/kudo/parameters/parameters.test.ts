import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedData } from '#local/testing/shared-data.ts';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { descriptorTree } from '../../schema-form/schema/descriptors.ts';
import { layoutObject } from '../../schema-form/layout/layout.ts';
import { fieldOf, propertyNames, propertyOf } from '../../schema-form/schema/schema.ts';
import { validate } from '../../schema-form/validate/validate.ts';
import { parseTemplate, refusedFunction, render, type ContextValue } from '../../templates/template.ts';
import { isFunction } from '../../templates/functions/table.ts';
import { aVersion } from '../../testing/kudo-objects.ts';
import { admitInstance } from '../admission/admit.ts';
import type { KudoParameter, ParameterForm } from '../api/types.ts';
import { packageForm, packageParameters } from '../package/objects.ts';
import { readPackage } from '../package/read.ts';
import { parameterChanges } from './changes.ts';
import { goBoolean, invalidParameters, parameterText, parameterTypeProblem, valueProblem } from './check.ts';
import { contextParameters, templateContext } from './context.ts';
import { formValues, parameterTexts } from './form-values.ts';
import { givenValues } from './given.ts';
import { parametersSchema } from './schema.ts';

const NO_FORM: ParameterForm = { groups: [], parameters: {} };

it.each([
  [{ name: 'A', default: 'd' }, { A: 'i' }, 'i'],
  [{ name: 'A', default: 'd' }, { A: '' }, ''],
  [{ name: 'A', default: 'd' }, {}, 'd'],
  [{ name: 'A' }, {}, ''],
  [{ name: 'toString' }, {}, ''],
])(
  'KUDO 30: the value is the instance’s, else the default, else empty: %o of %o',
  (definition, values, text) => {
    expect(parameterText(definition, values)).toBe(text);
  },
);

const syntax = (type: string, what: string, text: string): string =>
  `type is "${type}" but format of "${text}" is invalid: strconv.${what}: parsing "${text}": invalid syntax`;
const TYPES: [string, string, string | undefined][] = [
  ['string', 'anything', undefined],
  ['integer', '-12', undefined],
  ['integer', '+7', undefined],
  ['integer', '007', undefined],
  ['integer', '9223372036854775807', undefined],
  [
    'integer',
    '9223372036854775808',
    'type is "integer" but format of "9223372036854775808" is invalid: strconv.ParseInt: parsing "9223372036854775808": value out of range',
  ],
  ['integer', '1.0', syntax('integer', 'ParseInt', '1.0')],
  ['integer', '1e3', syntax('integer', 'ParseInt', '1e3')],
  ['integer', '0x1F', syntax('integer', 'ParseInt', '0x1F')],
  ['number', '1.5', undefined],
  ['number', '1e3', undefined],
  ['number', 'inf', undefined],
  ['number', '1,5', syntax('number', 'ParseFloat', '1,5')],
  ...['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False'].map(
    (text): [string, string, undefined] => ['boolean', text, undefined],
  ),
  ['boolean', 'yes', syntax('boolean', 'ParseBool', 'yes')],
  ['array', '[a, {b: c}]', undefined],
  ['array', '- a\n- b\n', undefined],
  ['array', 'a: b', 'type is "array", but format of a: b is invalid'],
  ['array', '[', 'type is "array", but format of [ is invalid'],
  ['map', 'a: b', undefined],
  ['map', '[a]', 'type is "map", but format of [a] is invalid'],
  ['map', 'text', 'type is "map", but format of text is invalid'],
  ['duration', 'whatever', undefined],
];
it.each(TYPES)('KUDO 30: as a %s, %j is: %s', (type, text, problem) => {
  expect(parameterTypeProblem(type, text)).toBe(problem);
});

describe('KUDO 31: what is checked', () => {
  it.each([
    [{ name: 'X', required: true }, '', 'parameter "X" is required but has no value set'],
    [{ name: 'X', required: true, default: '' }, '', undefined],
    [{ name: 'X', required: false, type: 'integer', enum: ['1'] }, '', undefined],
    [{ name: 'X' }, '', undefined],
    [
      { name: 'X', type: 'integer' },
      'a',
      `parameter "X" has an invalid value "a": ${syntax('integer', 'ParseInt', 'a')}`,
    ],
    [
      { name: 'X', enum: ['a', 'b'] },
      'c',
      'parameter "X" has an invalid value "c": value is "c", but only allowed values are [a b]',
    ],
    [{ name: 'X', enum: ['a', 'b'] }, 'b', undefined],
  ])('%o with %j', (definition: KudoParameter, text, problem) => {
    expect(valueProblem(definition, text)).toBe(problem);
  });

  it('is asked by admission, the first problem in the order of the version', () => {
    const version = aVersion({
      parameters: [
        { name: 'A', type: 'integer', default: '1' },
        { name: 'B', type: 'boolean', default: 'no' },
      ],
    });
    expect(invalidParameters(version, {})).toContain('parameter "B" has an invalid value "no"');
    expect(invalidParameters(version, { A: 'x' })).toContain('parameter "A" has an invalid value "x"');
    expect(invalidParameters(version, { A: '2', B: 't' })).toBeUndefined();
  });
});

it('KUDO 32: the default of an immutable parameter is written into a new instance, and checked with it', () => {
  const version = aVersion({ parameters: [{ name: 'CLASS', default: 'standard', immutable: true }] });
  const next = {
    apiVersion: 'kudo.dev/v1beta1',
    kind: 'Instance',
    metadata: { name: 'i', namespace: 'ns' },
    spec: { operatorVersion: { name: 'web-1.0.0' } },
  };
  const admission = admitInstance({ next, version, uid: 'u', invalidParameters });
  expect(admission).toMatchObject({
    allowed: true,
    instance: { spec: { parameters: { CLASS: 'standard' } } },
  });
});

describe('KUDO 33: the dot of templates', () => {
  const facts = {
    operatorName: 'o',
    name: 'n',
    namespace: 'ns',
    appVersion: 'a',
    operatorVersion: 'v',
    parameters: { P: 'p' },
  };
  const place = { plan: 'deploy', phase: 'ph', step: 's', pipes: { key: 'pipe' } };
  const text =
    '{{ .OperatorName }} {{ .Name }} {{ .Namespace }} {{ .AppVersion }} {{ .OperatorVersion }} {{ .Params.P }}';

  it('has names, versions, parameters, its place in the plan and what pipes have made', () => {
    const more = ' {{ .PlanName }} {{ .PhaseName }} {{ .StepName }} {{ .Pipes.key }}';
    const context = templateContext({ ...facts, place });
    expect(render(parseTemplate('t', text + more), context)).toBe('o n ns a v p deploy ph s pipe');
    expect(() => render(parseTemplate('t', '{{ .TaskName }}'), context)).toThrow('map has no entry for key');
  });

  it('has no place in parameter files', () => {
    const context = templateContext(facts);
    expect(render(parseTemplate('t', text), context)).toBe('o n ns a v p');
    for (const field of ['PlanName', 'PhaseName', 'StepName', 'Pipes'])
      expect(() => render(parseTemplate('t', `{{ .${field} }}`), context)).toThrow(
        'map has no entry for key',
      );
  });

  it('has maps and lists as such, and all others as texts', () => {
    const rendered = (parameter: KudoParameter, template: string): string => {
      const result = contextParameters([parameter], {});
      if ('problem' in result) return result.problem;
      return render(
        parseTemplate('t', template),
        templateContext({ ...facts, parameters: result.parameters }),
      );
    };
    expect(
      rendered({ name: 'A', type: 'array', default: '[a, 2]' }, '{{ index .Params.A 1 | printf "%T" }}'),
    ).toBe('float64');
    expect(rendered({ name: 'A', type: 'map', default: 'b: c' }, '{{ .Params.A.b }}')).toBe('c');
    expect(rendered({ name: 'A', type: 'integer', default: '007' }, '{{ .Params.A }}')).toBe('007');
    expect(rendered({ name: 'A', type: 'boolean', default: 'false' }, '{{ if .Params.A }}yes{{ end }}')).toBe(
      'yes',
    );
    expect(rendered({ name: 'A', type: 'array' }, '{{ .Params.A }}{{ range .Params.A }}x{{ end }}')).toBe(
      '[]',
    );
    expect(rendered({ name: 'A', type: 'map' }, '{{ .Params.A | toYaml }}')).toBe('null\n');
    expect(rendered({ name: 'A', type: 'map', default: '[' }, '')).toBe(
      'parameter "A" of type map holds no YAML of that type: [',
    );
  });
});

it('KUDO 34: a parameter that nobody defined is an error', () => {
  const context: Record<string, ContextValue> = { Params: {} };
  expect(() => render(parseTemplate('t.yaml', 'a\n{{ .Params.Nope }}'), context)).toThrow(
    'template: t.yaml:2:10: executing "t.yaml" at <.Params.Nope>: map has no entry for key "Nope"',
  );
});

it('KUDO 35: packages have sprig without what reaches outside, and toYaml', () => {
  for (const name of ['env', 'expandenv', 'base', 'dir', 'clean', 'ext', 'isAbs'])
    expect(isFunction(name)).toBe(false);
  for (const name of ['toYaml', 'quote', 'b64enc', 'semver', 'untilStep', 'dict'])
    expect(isFunction(name)).toBe(true);
  expect(refusedFunction('getHostByName')).toBe('asks the network');
});

describe('KUDO 36: values that are given', () => {
  it('split at the first =, and win over files, later ones over earlier ones', () => {
    const files = [
      { name: 'a.yaml', text: 'A: 1\nB: file' },
      { name: 'b.yaml', text: 'B: later\nC: 1000000\nD: yes\nE: {b: [1], a: x}\nF: [1, two]\n' },
    ];
    expect(givenValues(['A=x=y'], files)).toEqual({
      values: { A: 'x=y', B: 'later', C: '1000000', D: 'true', E: 'a: x\nb:\n- 1\n', F: '- 1\n- two\n' },
    });
    expect(givenValues([], [{ name: 'a.yaml', text: '# nothing' }])).toEqual({ values: {} });
  });

  it('tell everything that is wrong', () => {
    const files = [
      { name: 'a.yaml', text: 'A: 1\nB: ~\n' },
      { name: 'b.yaml', text: 'A: 1\nB: [' },
      { name: 'c.yaml', text: '- A' },
    ];
    expect(givenValues(['A', '=1', 'A='], files)).toEqual({
      problems: [
        'parameter "B" in a.yaml:2 has no value; give it one, or leave it out',
        expect.stringContaining('error unmarshalling content of parameter file b.yaml:2: '),
        'parameter file c.yaml:1 holds no map; write name: value',
        'parameter not set: A; write name=value',
        'parameter name can not be empty: =1',
        'parameter value can not be empty: A=',
      ],
    });
  });
});

it('tells how the parameters of two versions differ', () => {
  const old: KudoParameter[] = [
    { name: 'SAME', default: '1', required: true },
    { name: 'GONE' },
    { name: 'FIXED', default: 'a', required: true },
    { name: 'MOVED', default: 'a', required: true },
    { name: 'ASKED', default: 'a', required: true },
    { name: 'TYPED', type: 'integer', enum: ['1'] },
  ];
  const next: KudoParameter[] = [
    { name: 'NEW', required: true },
    { name: 'EXTRA', default: 'x', required: true },
    { name: 'SAME', default: '1', required: true, description: 'other words' },
    { name: 'FIXED', default: 'a', required: true, immutable: true },
    { name: 'MOVED', default: 'b', required: true },
    { name: 'ASKED', required: true },
    { name: 'TYPED', enum: ['1', '2'] },
  ];
  expect(parameterChanges(old, next)).toEqual([
    { kind: 'added', name: 'NEW', default: undefined, required: true },
    { kind: 'added', name: 'EXTRA', default: 'x', required: false },
    { kind: 'made-immutable', name: 'FIXED' },
    { kind: 'default-changed', name: 'MOVED', from: 'a', to: 'b' },
    { kind: 'made-required', name: 'ASKED' },
    { kind: 'default-changed', name: 'ASKED', from: 'a', to: undefined },
    { kind: 'type-changed', name: 'TYPED', from: 'integer', to: 'string' },
    { kind: 'enum-changed', name: 'TYPED', from: ['1'], to: ['1', '2'] },
    { kind: 'removed', name: 'GONE' },
  ]);
});

describe('the schema for forms', () => {
  const parameters: KudoParameter[] = [
    {
      name: 'B',
      type: 'integer',
      default: '007',
      required: true,
      description: 'How many.',
      displayName: 'Bs',
    },
    { name: 'A', type: 'number', enum: ['1', '2.5'], required: true },
    { name: 'ON', type: 'boolean', default: 'T' },
    { name: 'LIST', type: 'array', default: '[a, 1]', immutable: true },
    { name: 'MAP', type: 'map' },
    { name: 'BIG', type: 'integer', default: '9007199254740993' },
    { name: 'TEXT', default: '12' },
  ];
  const form: ParameterForm = {
    groups: [
      { name: 'late', displayName: 'Later', prio: 2 },
      { name: 'early', prio: 1 },
    ],
    parameters: { B: { group: 'late', hint: 'One or more.' }, A: { group: 'early', advanced: true } },
  };

  it('says types, defaults, allowed values, what is required and what stays', () => {
    expect(parametersSchema(parameters, NO_FORM).schema).toEqual({
      type: 'object',
      required: ['A'],
      properties: {
        B: { type: 'integer', default: 7, description: 'How many.' },
        A: { type: 'number', enum: [1, 2.5] },
        ON: { type: 'boolean', default: true },
        LIST: {
          type: 'array',
          items: { 'x-kubernetes-preserve-unknown-fields': true },
          default: ['a', 1],
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: "parameter 'LIST' is immutable" }],
        },
        MAP: { type: 'object', additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true } },
        BIG: { type: 'string', pattern: '^[+-]?[0-9]+$', default: '9007199254740993' },
        TEXT: { type: 'string', default: '12' },
      },
    });
  });

  it('gives groups by their priority, names, hints and what is advanced to the layout', () => {
    const { schema, descriptors } = parametersSchema(parameters, form);
    expect(Object.keys(schema['properties'] as object)).toEqual([
      'ON',
      'LIST',
      'MAP',
      'BIG',
      'TEXT',
      'A',
      'B',
    ]);
    const tree = descriptorTree(descriptors);
    expect(tree.children.get('B')?.own).toMatchObject({
      displayName: 'Bs',
      description: 'How many. One or more.',
      group: ['Later'],
    });
    expect(tree.children.get('A')?.own).toMatchObject({
      ...{ displayName: 'A', advanced: true, group: ['early'] },
    });
  });

  it('edits values as what they mean, and gives back the texts that nobody touched', () => {
    const texts = {
      B: '+5',
      A: '1e0',
      ON: 'T',
      LIST: '[a,   b]',
      BIG: '9007199254740993',
      TEXT: '1',
      MORE: 'x',
    };
    const values = formValues(parameters, texts);
    expect(values).toEqual({ B: 5, A: 1, ON: true, LIST: ['a', 'b'], BIG: '9007199254740993', TEXT: '1' });
    expect(parameterTexts(parameters, texts)({ ...values, MORE: 'x' })).toEqual(texts);
    const edited = { ...values, B: 6, ON: false, LIST: ['a'], MAP: { k: 1 }, A: undefined };
    expect(parameterTexts(parameters, texts)(edited)).toEqual({
      ...{ B: '6', ON: 'false', LIST: '["a"]', MAP: '{"k":1}', BIG: '9007199254740993', TEXT: '1' },
    });
    expect(formValues(parameters, { B: 'x', ON: 'yes', LIST: '{', toString: 'y' })).toEqual({
      B: 'x',
      ON: 'yes',
      LIST: '{',
    });
  });

  it('keeps a truth value apart from its text', () => {
    expect([goBoolean('t'), goBoolean('0'), goBoolean('on')]).toEqual([true, false, undefined]);
  });
});

const real = await realPackages();
it.runIf(real.length > 0).each(real)(
  'the form of $name has a field for each parameter, and its defaults are valid',
  ({ files }) => {
    const directories = ['', ...(files.has('worker/operator.yaml') ? ['worker'] : [])];
    for (const directory of directories) {
      const read = readPackage(files, directory);
      const parameters = packageParameters(read);
      const { schema, descriptors } = parametersSchema(parameters, packageForm(read));
      const field = fieldOf(schema);
      expect(propertyNames(field).toSorted()).toEqual(parameters.map(({ name }) => name).toSorted());
      for (const { name, type } of parameters)
        expect(propertyOf(field, name)?.kind).toBe(type === undefined ? 'string' : type);
      const texts = Object.fromEntries(
        parameters.flatMap(({ name, default: usual, required }) =>
          usual !== undefined ? [[name, usual]] : required === true ? [[name, 'given']] : [],
        ),
      );
      const value = formValues(parameters, texts);
      expect(validate(field, value)).toEqual([]);
      expect(parameterTexts(parameters, texts)(value)).toEqual(texts);
      const layout = layoutObject({
        field,
        descriptors: descriptorTree(descriptors),
        value,
        spec: undefined,
      });
      const shown = [...layout.primary, ...layout.more, ...layout.advanced].map(({ name }) => name);
      expect(shown.toSorted()).toEqual(parameters.map(({ name }) => name).toSorted());
      expect(layout.advanced.map(({ name }) => name).toSorted()).toEqual(
        read.parameters
          .filter(({ advanced }) => advanced === true)
          .map(({ name }) => name)
          .toSorted(),
      );
    }
  },
);

const vectors = sharedData('template-vectors.jsonl.gz');
it.runIf(real.length > 0 && vectors !== undefined)(
  'KUDO 16, 30, 33: templates of real packages see of their defaults what KUDO shows them',
  () => {
    const lines = gunzipSync(readFileSync(vectors ?? ''))
      .toString('utf8')
      .split('\n')
      .filter((line) => /^\{"id": ?"pkg\/[^"]*#default"/.test(line));
    const seen = lines.map(
      (line) => JSON.parse(line) as { id: string; template: string; context: Vector; out?: string },
    );
    const compared = real.flatMap(({ name, files }) => {
      const read = readPackage(files);
      const result = contextParameters(packageParameters(read), {});
      if ('problem' in result) throw new Error(result.problem);
      const own = seen.filter(
        ({ id, context }) => id.startsWith(`pkg/${name.split(' ')[0] ?? ''}/`) && isOf(context, read),
      );
      for (const { template, context, out } of own) {
        expect(result.parameters).toEqual(context.Params);
        const dot = templateContext({
          operatorName: read.operator.name,
          name: context.Name,
          namespace: context.Namespace,
          appVersion: read.operator.appVersion ?? '',
          operatorVersion: read.operator.operatorVersion,
          parameters: result.parameters,
          place: {
            plan: context.PlanName,
            phase: context.PhaseName,
            step: context.StepName,
            pipes: context.Pipes,
          },
        });
        if (out !== undefined && 'PlanName' in context)
          expect(render(parseTemplate('t', template), dot)).toBe(out);
      }
      return own;
    });
    expect(compared.length).toBeGreaterThan(20);
  },
);

interface Vector {
  [field: string]: unknown;
  OperatorName: string;
  Name: string;
  Namespace: string;
  PlanName: string;
  PhaseName: string;
  StepName: string;
  Params: Record<string, unknown>;
  Pipes: Record<string, string>;
}

/** Not of an operator that is nested in it. */
function isOf(context: Vector, { operator }: ReturnType<typeof readPackage>): boolean {
  return context.OperatorName === operator.name;
}
