/** Rules about `params.yaml` (KUDO 19, 23, 25). Source: KUDO `pkg/kudoctl/packages/verifier/template/verify_parameters.go`. */
import { enumProblem, needsValue, parameterTypeProblem } from '../parameters/check.ts';
import {
  type KudoPackage,
  lineOf,
  type PackageParameter,
  PARAMS_FILE,
  packagePath,
  type WrittenAs,
} from '../package/package.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { entryOf, itemsOfNode } from '../yaml/nodes.ts';
import { errorOf, type FindingCode, type PackageFinding } from './finding.ts';

/** A parameter with its place in the list. */
interface Declared {
  readonly read: KudoPackage;
  readonly parameter: PackageParameter;
  readonly index: number;
}

type Rule = (declared: Declared) => PackageFinding[];

/** All of them, parameter by parameter, then groups. */
export function parameterFindings(read: KudoPackage): PackageFinding[] {
  const rules: readonly Rule[] = [
    ...[duplicates, characters, booleanName, trigger, immutable],
    ...[emptyEnum, enumValues, defaultValue, groupOf, advanced],
  ];
  return [
    ...read.parameters.flatMap((parameter, index) =>
      rules.flatMap((rule) => rule({ read, parameter, index })),
    ),
    ...groupFindings(read),
  ];
}

function found(
  { read, parameter, index }: Declared,
  code: FindingCode,
  said: { field: string; what: string; fix: string },
): PackageFinding {
  return errorOf(code, {
    message: `parameter ${goQuoted(parameter.name)} ${said.what}`,
    file: packagePath(read.directory, PARAMS_FILE),
    line: lineOf(read, PARAMS_FILE, ['parameters', index, said.field]),
    fix: said.fix,
  });
}

function duplicates(declared: Declared): PackageFinding[] {
  const { read, parameter, index } = declared;
  const name = parameter.name.toLowerCase();
  const isAgain = read.parameters.slice(0, index).some((other) => other.name.toLowerCase() === name);
  if (!isAgain) return [];
  const fix = 'give each parameter a name of its own; capital letters do not tell names apart';
  return [found(declared, 'parameter-duplicate', { field: 'name', what: 'has a duplicate', fix })];
}

function characters(declared: Declared): PackageFinding[] {
  return [';', ','].flatMap((character) =>
    declared.parameter.name.includes(character)
      ? [
          found(declared, 'parameter-character', {
            field: 'name',
            what: `contains invalid character '${character}'`,
            fix: 'use letters, digits and _',
          }),
        ]
      : [],
  );
}

/** A name such as `N` or `y` (KUDO 14): templates would never find it. */
function booleanName(declared: Declared): PackageFinding[] {
  const { read, index } = declared;
  const node = entryOf(itemsOfNode(entryOf(read.paramsNode, 'parameters'))[index], 'name');
  if (node?.kind !== 'scalar' || typeof node.value !== 'boolean') return [];
  const what = `is written as ${node.text}, which YAML reads as a boolean`;
  return [
    found(declared, 'parameter-boolean', { field: 'name', what, fix: `write "${node.text}", in quotes` }),
  ];
}

function trigger({ read, parameter, index }: Declared): PackageFinding[] {
  const { name, trigger: plan = '' } = parameter;
  if (plan === '' || Object.hasOwn(read.operator.plans, plan)) return [];
  return [
    errorOf('parameter-trigger', {
      message: `plan ${goQuoted(plan)} used in parameter ${goQuoted(name)} is not defined`,
      file: packagePath(read.directory, PARAMS_FILE),
      line: lineOf(read, PARAMS_FILE, ['parameters', index, 'trigger']),
      fix: `define the plan, or name one of ${Object.keys(read.operator.plans).join(', ')}`,
    }),
  ];
}

function immutable(declared: Declared): PackageFinding[] {
  const { parameter } = declared;
  if (!parameter.immutable || parameter.required || parameter.default !== undefined) return [];
  return [
    found(declared, 'immutable-without-value', {
      field: 'immutable',
      what: 'is immutable but is not marked as required or has a default value',
      fix: 'set required to true, or add a default',
    }),
  ];
}

function emptyEnum(declared: Declared): PackageFinding[] {
  if (declared.parameter.enum?.length !== 0) return [];
  const what = 'is an enum but has no allowed values';
  return [
    found(declared, 'enum-empty', { field: 'enum', what, fix: 'list the allowed values, or leave enum out' }),
  ];
}

function enumValues(declared: Declared): PackageFinding[] {
  const { enum: allowed = [], enumWritten = [], type = '' } = declared.parameter;
  return allowed.flatMap((text, at) => {
    const problem = writtenProblem(type, text, enumWritten[at] ?? 'text');
    if (problem === undefined) return [];
    const what = `has an invalid enum value: ${problem}`;
    return [found(declared, 'enum-value', { field: 'enum', what, fix: `write values of type ${type}` })];
  });
}

function defaultValue(declared: Declared): PackageFinding[] {
  const { parameter } = declared;
  const { default: usual, defaultWritten = 'text', type = '' } = parameter;
  if (usual === undefined) return [];
  const problem = writtenProblem(type, usual, defaultWritten) ?? enumProblem(parameter, usual);
  if (problem === undefined) return [];
  return [
    found(declared, 'default-value', {
      field: 'default',
      what: `has an invalid default value: ${problem}`,
      fix:
        parameter.enum === undefined
          ? 'correct the default, or the type'
          : 'make it one of the allowed values',
    }),
  ];
}

/** Numbers are accepted as what they say (KUDO 15); a truth value, a list or a map is no text. */
function writtenProblem(type: string, text: string, written: WrittenAs): string | undefined {
  const isText = type === '' || type === 'string';
  const isStructure = written === 'list' || written === 'map';
  if ((isText && isStructure) || (type === 'string' && written === 'boolean'))
    return `type is "string" but format is invalid: ${text.trimEnd()}`;
  return parameterTypeProblem(type, text);
}

function groupOf(declared: Declared): PackageFinding[] {
  const { read, parameter } = declared;
  const { group = '' } = parameter;
  if (group === '') return [];
  if (group.includes('/'))
    return [
      found(declared, 'group-character', {
        field: 'group',
        what: "has a group with invalid character '/'",
        fix: 'use a name without /',
      }),
    ];
  if (read.groups.some(({ name }) => name === group)) return [];
  const what = `has a group ${goQuoted(group)} that is not defined in the group section`;
  return [found(declared, 'group-undefined', { field: 'group', what, fix: 'add the group to groups' })];
}

function advanced(declared: Declared): PackageFinding[] {
  const { parameter } = declared;
  if (parameter.advanced !== true || !needsValue(parameter)) return [];
  const what =
    'is marked as advanced, but also as required and has no default. An advanced parameter must either be optional or have a default value';
  return [
    found(declared, 'advanced-required', {
      field: 'advanced',
      what,
      fix: 'add a default, or set required to false',
    }),
  ];
}

function groupFindings(read: KudoPackage): PackageFinding[] {
  const said = (
    index: number,
    name: string,
    what: string,
  ): Omit<PackageFinding, 'severity' | 'code' | 'fix'> => ({
    message: `group ${goQuoted(name)} ${what}`,
    file: packagePath(read.directory, PARAMS_FILE),
    line: lineOf(read, PARAMS_FILE, ['groups', index, 'name']),
  });
  return read.groups.flatMap(({ name }, index) => [
    ...(name.includes('/')
      ? [
          errorOf('group-character', {
            ...said(index, name, "contains invalid character '/'"),
            fix: 'use a name without /',
          }),
        ]
      : []),
    ...(read.groups.findIndex((other) => other.name === name) < index
      ? [errorOf('group-duplicate', { ...said(index, name, 'is duplicated'), fix: 'keep one of them' })]
      : []),
  ]);
}
