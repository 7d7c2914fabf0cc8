/** Rules about `operator.yaml` (KUDO 20-24, 49). Source: KUDO `pkg/kudoctl/packages/verifier/{operator,plan,task}`. */
import {
  CLEANUP_PLAN,
  DEPLOY_PLAN,
  NEEDED_OPERATORS_ANNOTATION,
  UPDATE_PLAN,
  UPGRADE_PLAN,
} from '../api/labels.ts';
import { operatorVersionName } from '../api/names.ts';
import { builtTask } from '../api/task.ts';
import { neededOperators } from '../package/needed-operators.ts';
import { type KudoPackage, lineOf, OPERATOR_FILE, packagePath } from '../package/package.ts';
import { pipeNames } from '../tasks/pipe.ts';
import { parseVersion } from '../../templates/semver/version.ts';
import { GoError } from '../../templates/values/value.ts';
import { nearest } from '../../base/spelling.ts';
import { subdomainProblem } from '../../k8s/names.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { errorOf, type PackageFinding, warningOf } from './finding.ts';

/** All of them. */
export function operatorFindings(read: KudoPackage): PackageFinding[] {
  return [...names(read), ...versions(read), ...needs(read), ...tasks(read), ...plans(read)];
}

type Path = readonly PropertyKey[];

function place(read: KudoPackage, path: Path): { file: string; line: number } {
  return { file: packagePath(read.directory, OPERATOR_FILE), line: lineOf(read, OPERATOR_FILE, path) };
}

/** The API server takes no object of another name. */
function names(read: KudoPackage): PackageFinding[] {
  const { name, operatorVersion, appVersion } = read.operator;
  const whole = operatorVersionName({ operator: name, version: operatorVersion, appVersion });
  const problem = [name, whole].find((each) => subdomainProblem(each) !== undefined);
  // Versions that are none are told by themselves.
  if (problem === undefined || (problem !== name && !isVersion(operatorVersion))) return [];
  return [
    errorOf('name', {
      message: `${goQuoted(problem)} cannot be the name of an object in a cluster`,
      ...place(read, [problem === name ? 'name' : 'operatorVersion']),
      fix: 'use small letters, digits, dashes and dots',
    }),
  ];
}

/** The annotation is ours. */
function needs(read: KudoPackage): PackageFinding[] {
  const needed = neededOperators(read.operator.annotations?.[NEEDED_OPERATORS_ANNOTATION]);
  if (!('problem' in needed)) return [];
  return [
    errorOf('needed-operators', {
      message: `annotation ${NEEDED_OPERATORS_ANNOTATION}: ${needed.problem}`,
      ...place(read, ['annotations', NEEDED_OPERATORS_ANNOTATION]),
      fix: 'name packages of OLM, such as "cert-manager@stable, strimzi-kafka-operator"',
    }),
  ];
}

function versions(read: KudoPackage): PackageFinding[] {
  const { operatorVersion, kubernetesVersion = '', appVersion = '', kudoVersion = '' } = read.operator;
  return [
    ...versionFinding(read, 'operatorVersion', operatorVersion, true),
    ...versionFinding(read, 'kubernetesVersion', kubernetesVersion, true),
    ...versionFinding(read, 'appVersion', appVersion, false),
    ...versionFinding(read, 'kudoVersion', kudoVersion, false),
  ];
}

function versionFinding(read: KudoPackage, field: string, text: string, required: boolean): PackageFinding[] {
  const message =
    text === ''
      ? required
        ? `"${field}" is required and must be semver`
        : undefined
      : isVersion(text)
        ? undefined
        : `unable to parse "${field}": Invalid Semantic Version`;
  if (message === undefined) return [];
  return [errorOf('version', { message, ...place(read, [field]), fix: 'write a version such as 1.2.3' })];
}

function isVersion(text: string): boolean {
  try {
    parseVersion(text);
    return true;
  } catch (error) {
    if (error instanceof GoError) return false;
    throw error;
  }
}

function tasks(read: KudoPackage): PackageFinding[] {
  const { operator } = read;
  const used = new Set(calls(read).map(({ task }) => task));
  const defined = new Set(read.parameters.map(({ name }) => name));
  return operator.tasks.flatMap((task, index) => {
    const built = builtTask(task);
    const { parameter = '' } = task.spec;
    const findings: PackageFinding[] = [];
    if ('problem' in built)
      findings.push(
        errorOf('task-invalid', {
          message: built.problem,
          ...place(read, ['tasks', index, ...(built.problem.startsWith('unknown') ? ['kind'] : ['spec'])]),
          fix: `correct the task ${task.name}`,
        }),
      );
    if (!used.has(task.name))
      findings.push(
        warningOf('task-unused', {
          message: `task ${goQuoted(task.name)} defined but not used`,
          ...place(read, ['tasks', index, 'name']),
          fix: 'use it in a step, or remove it',
        }),
      );
    if (task.kind === 'Toggle' && parameter !== '' && !defined.has(parameter))
      findings.push(
        errorOf('toggle-parameter', {
          message: `parameter ${goQuoted(parameter)} in ToggleTask ${task.name} is not defined`,
          ...place(read, ['tasks', index, 'spec', 'parameter']),
          fix: meant(parameter, [...defined], 'define it in params.yaml'),
        }),
      );
    return findings;
  });
}

/** What was probably meant, or else what to do. */
export function meant(name: string, known: readonly string[], otherwise: string): string {
  const near = nearest(name, known);
  return near === undefined ? otherwise : `${otherwise}, or write ${near}`;
}

/** Every task that a step names. */
function calls(read: KudoPackage): { plan: string; task: string; path: Path }[] {
  return Object.entries(read.operator.plans).flatMap(([plan, { phases }]) =>
    phases.flatMap((phase, phaseAt) =>
      phase.steps.flatMap((step, stepAt) =>
        step.tasks.map((task, at) => ({
          plan,
          task,
          path: ['plans', plan, 'phases', phaseAt, 'steps', stepAt, 'tasks', at],
        })),
      ),
    ),
  );
}

function plans(read: KudoPackage): PackageFinding[] {
  const { operator } = read;
  const defined = operator.tasks.map(({ name }) => name);
  return [
    ...calls(read).flatMap(({ plan, task, path }) =>
      defined.includes(task)
        ? []
        : [
            errorOf('task-undefined', {
              message: `task ${goQuoted(task)} in plan ${goQuoted(plan)} is not defined`,
              ...place(read, path),
              fix: meant(task, defined, 'define it among the tasks'),
            }),
          ],
    ),
    ...(Object.hasOwn(operator.plans, DEPLOY_PLAN)
      ? []
      : [
          errorOf('plan-deploy', {
            message: `an operator is required to have '${DEPLOY_PLAN}' plan`,
            ...place(read, ['plans']),
            fix: `add a plan ${DEPLOY_PLAN}; ${UPDATE_PLAN}, ${UPGRADE_PLAN} and ${CLEANUP_PLAN} are optional`,
          }),
        ]),
    ...pipes(read),
    ...strategies(read),
  ];
}

function pipes(read: KudoPackage): PackageFinding[] {
  return Object.entries(read.operator.plans).flatMap(([name, plan]) => {
    const named = pipeNames(read.operator.name, name, plan, read.operator.tasks);
    if (!('problem' in named)) return [];
    return [
      errorOf('pipe-key', {
        message: named.problem,
        ...place(read, ['plans', name]),
        fix: 'give each file of the pipes of one plan a key of its own',
      }),
    ];
  });
}

const STRATEGIES: ReadonlySet<string> = new Set(['serial', 'parallel']);

/** Whatever else is written behaves as parallel, also where nothing is (KUDO 49). */
function strategies(read: KudoPackage): PackageFinding[] {
  return Object.entries(read.operator.plans).flatMap(([name, { strategy, phases }]) => [
    // With one part there is nothing to order.
    ...(phases.length > 1 ? strategyFinding(read, `plan ${goQuoted(name)}`, strategy, ['plans', name]) : []),
    ...phases.flatMap((phase, at) =>
      phase.steps.length > 1
        ? strategyFinding(read, `phase ${goQuoted(phase.name)} of plan ${goQuoted(name)}`, phase.strategy, [
            ...['plans', name, 'phases', at],
          ])
        : [],
    ),
  ]);
}

function strategyFinding(read: KudoPackage, what: string, strategy = '', path: Path = []): PackageFinding[] {
  if (STRATEGIES.has(strategy)) return [];
  const how = strategy === '' ? 'has no strategy' : `has the unknown strategy ${goQuoted(strategy)}`;
  return [
    warningOf('plan-strategy', {
      message: `${what} ${how} and runs in parallel`,
      ...place(read, [...path, 'strategy']),
      fix: 'write serial or parallel',
    }),
  ];
}
