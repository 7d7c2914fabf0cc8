/**
 * Rules about templates (KUDO 24, 26-28): what they use, what tasks want of them, what they make of the defaults.
 * Source: KUDO `pkg/kudoctl/packages/verifier/template`.
 */
import {
  fieldsUsed,
  functionsUsed,
  type ParsedTemplate,
  parseTemplate,
  refusedFunction,
  TemplateError,
} from '../../templates/template.ts';
import { CONTEXT_FIELDS } from '../parameters/context.ts';
import {
  type KudoPackage,
  lineOf,
  OPERATOR_FILE,
  type PackageTemplate,
  PARAMS_FILE,
  packagePath,
} from '../package/package.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { errorOf, type PackageFinding, warningOf } from './finding.ts';
import { namespaceFindings } from './namespace-rules.ts';
import { meant } from './operator-rules.ts';
import { renderFindings } from './render-rules.ts';

/** All of them. @param hasDefaults they can be used: what templates make of others is told with them */
export function templateFindings(read: KudoPackage, hasDefaults: boolean): PackageFinding[] {
  const findings: PackageFinding[] = [];
  const used = new Set(
    read.operator.tasks.flatMap(({ kind, spec }) => (kind === 'Toggle' ? (spec.parameter ?? []) : [])),
  );
  const parsed = new Map<string, ParsedTemplate>();
  for (const [name, template] of read.templates) {
    const tree = treeOf(name, template);
    if ('severity' in tree) findings.push(tree);
    else {
      parsed.set(name, tree);
      for (const parameter of parametersOf(tree)) used.add(parameter);
      findings.push(...useFindings(read, name, template, tree));
    }
  }
  return [
    ...findings,
    // What a template that cannot be read uses is not known.
    ...(parsed.size === read.templates.size ? unusedParameters(read, used) : []),
    ...references(read),
    ...namespaceFindings(read),
    ...(hasDefaults ? renderFindings(read, parsed) : []),
  ];
}

function treeOf(name: string, { file, text }: PackageTemplate): ParsedTemplate | PackageFinding {
  try {
    return parseTemplate(name, text);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { line, message } = error;
    return errorOf('template-syntax', {
      message: `template file ${goQuoted(name)} reports the following error: ${message}`,
      ...{ file, line, fix: 'correct the template' },
    });
  }
}

/** Parameters that the template and all it defines ask the context for. */
function parametersOf(tree: ParsedTemplate): string[] {
  return fieldsUsed(tree).flatMap(({ path, ofContext }) =>
    ofContext && path[0] === 'Params' ? (path[1] ?? []) : [],
  );
}

const FIELDS: readonly string[] = CONTEXT_FIELDS;

function useFindings(
  read: KudoPackage,
  name: string,
  { file }: PackageTemplate,
  tree: ParsedTemplate,
): PackageFinding[] {
  const known = read.parameters.map((parameter) => parameter.name);
  const said = new Set<string>();
  const fields = fieldsUsed(tree).flatMap(({ path: [first = '', second], ofContext, line }) => {
    const key = first === 'Params' ? `Params.${second ?? ''}` : first;
    if (!ofContext || said.has(key)) return [];
    said.add(key);
    if (!FIELDS.includes(first))
      return [
        errorOf('template-field', {
          message: `template ${name} defines an invalid implicit parameter ${goQuoted(first)}`,
          ...{ file, line },
          fix: known.includes(first)
            ? `write .Params.${first}`
            : meant(first, FIELDS, 'use what templates are given'),
        }),
      ];
    if (first !== 'Params' || second === undefined || known.includes(second)) return [];
    return [
      errorOf('template-parameter', {
        message: `parameter ${goQuoted(second)} in template ${name} is not defined`,
        ...{ file, line },
        fix: meant(second, known, 'define it in params.yaml'),
      }),
    ];
  });
  const refused = functionsUsed(tree).flatMap(({ name: called, line }) => {
    const reason = refusedFunction(called);
    if (reason === undefined) return [];
    return [
      errorOf('template-function', {
        message: `template ${name} uses the function ${called}, which ${reason}`,
        ...{ file, line },
        fix: 'take the value from a parameter: a template has to give the same each time',
      }),
    ];
  });
  return [...fields, ...refused];
}

function unusedParameters(read: KudoPackage, used: ReadonlySet<string>): PackageFinding[] {
  return read.parameters.flatMap(({ name, trigger = '' }, index) =>
    used.has(name) || trigger !== ''
      ? []
      : [
          warningOf('parameter-unused', {
            message: `parameter ${goQuoted(name)} defined but not used.`,
            file: packagePath(read.directory, PARAMS_FILE),
            line: lineOf(read, PARAMS_FILE, ['parameters', index, 'name']),
            fix: 'use it in a template, or remove it',
          }),
        ],
  );
}

/** Templates that a task names, and where. */
function wanted(read: KudoPackage): { template: string; task: string; path: readonly PropertyKey[] }[] {
  return read.operator.tasks.flatMap(({ name: task, kind, spec }, index) => {
    const path = ['tasks', index, 'spec'];
    if (kind === 'Pipe' && spec.pod !== undefined)
      return [{ template: spec.pod, task, path: [...path, 'pod'] }];
    if (kind === 'KudoOperator' && (spec.parameterFile ?? '') !== '')
      return [{ template: spec.parameterFile ?? '', task, path: [...path, 'parameterFile'] }];
    if (kind !== 'Apply' && kind !== 'Delete' && kind !== 'Toggle') return [];
    return (spec.resources ?? []).map((template, at) => ({
      template,
      task,
      path: [...path, 'resources', at],
    }));
  });
}

function references(read: KudoPackage): PackageFinding[] {
  const all = wanted(read);
  const names = [...read.templates.keys()];
  const named = new Set([...all.map(({ template }) => template), read.operator.namespaceManifest ?? '']);
  return [
    ...all.flatMap(({ template, task, path }) =>
      read.templates.has(template)
        ? []
        : [
            errorOf('template-missing', {
              message: `template ${goQuoted(template)} required by ${task} but is not defined`,
              file: packagePath(read.directory, OPERATOR_FILE),
              line: lineOf(read, OPERATOR_FILE, path),
              fix: meant(template, names, `add templates/${template}`),
            }),
          ],
    ),
    ...[...read.templates].flatMap(([name, { file }]) =>
      named.has(name)
        ? []
        : [
            warningOf('template-unused', {
              message: `template ${goQuoted(name)} is not referenced from any task`,
              ...{ file, line: 0, fix: 'name it in a task, or remove it' },
            }),
          ],
    ),
  ];
}
