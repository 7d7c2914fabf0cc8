/**
 * One CEL expression made ready to be run. Only what the library surely evaluates as the API server does is run; an
 * expression with anything else in it has no program.
 */
import { celEnv, parse, plan, type CelInput } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { functions } from './cel-functions.ts';

/** A compiled expression; one whose evaluation fails is undecided. */
export interface RuleProgram {
  /** It compares with the value before. */
  readonly usesOld: boolean;
  /** True, false, a text or whatever it yields; undefined where it cannot be told. */
  readonly run: (variables: { self: CelInput; oldSelf?: CelInput }) => unknown;
}

const env = celEnv({ funcs: [...strings, ...functions] });

const SAFE = new Set([
  ...['!_', '-_', '_&&_', '_||_', '_?_:_', '_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_'],
  ...['_+_', '_-_', '_*_', '_/_', '_%_', '@in', '_[_]', '@not_strictly_false'],
  ...['size', 'contains', 'startsWith', 'endsWith', 'matches'],
  ...['int', 'double', 'string', 'dyn', 'type', 'duration', 'timestamp'],
  ...['charAt', 'indexOf', 'lastIndexOf', 'lowerAscii', 'upperAscii', 'replace', 'split', 'substring'],
  ...['trim', 'join', 'isSorted', 'min', 'max', 'sum', 'contains', 'equivalent', 'intersects'],
]);

/** What rules may name: the values, and the types that they compare with. */
const TOP = new Set(['self', 'oldSelf', 'int', 'string', 'double', 'bool']);

type Expression = NonNullable<ReturnType<typeof parse>['expr']>;

const programs = new Map<string, RuleProgram | undefined>();
/** Rules of a few big schemas; those of a hostile one are compiled again and again instead of filling the memory. */
const REMEMBERED = 5_000;

/**
 * The program of a rule or message; undefined when it does not compile or uses anything that is not surely the same.
 */
export function ruleProgram(text: string): RuleProgram | undefined {
  if (programs.has(text)) return programs.get(text);
  const program = compiled(text);
  if (programs.size < REMEMBERED) programs.set(text, program);
  return program;
}

function compiled(text: string): RuleProgram | undefined {
  try {
    const parsed = parse(text);
    const names = new Set<string>();
    if (!isSafe(parsed.expr, TOP, names)) return undefined;
    const evaluate = plan(env, parsed);
    return {
      usesOld: names.has('oldSelf'),
      run: (variables) => {
        const result = evaluate({ ...variables });
        return result instanceof Error ? undefined : result;
      },
    };
  } catch {
    return undefined;
  }
}

/** `scope`: what identifiers may name; `names`: those met. */
function isSafe(expression: Expression, scope: ReadonlySet<string>, names: Set<string>): boolean {
  const { exprKind: kind } = expression;
  const all = (parts: readonly (Expression | undefined)[], inner = scope): boolean =>
    parts.every((part) => part !== undefined && isSafe(part, inner, names));
  switch (kind.case) {
    case 'constExpr':
      return kind.value.constantKind.case !== 'nullValue';
    case 'identExpr':
      names.add(kind.value.name);
      return scope.has(kind.value.name);
    case 'selectExpr':
      return all([kind.value.operand]);
    case 'callExpr':
      return isSafeCall(kind.value, all);
    case 'listExpr':
      return kind.value.optionalIndices.length === 0 && all(kind.value.elements);
    case 'comprehensionExpr': {
      const { iterVar, iterVar2, accuVar, iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      const inner = new Set([...scope, iterVar, accuVar]);
      return iterVar2 === '' && all([iterRange, accuInit]) && all([loopCondition, loopStep, result], inner);
    }
    default:
      return false;
  }
}

type Call = Extract<Expression['exprKind'], { case: 'callExpr' }>['value'];

function isSafeCall(call: Call, all: (parts: readonly (Expression | undefined)[]) => boolean): boolean {
  if (!SAFE.has(call.function) || !all(call.args)) return false;
  if (call.target === undefined) return true;
  const { exprKind: target } = call.target;
  const isSets = target.case === 'identExpr' && target.value.name === 'sets';
  const ofSets = ['contains', 'equivalent', 'intersects'].includes(call.function) && call.args.length === 2;
  return isSets ? ofSets : all([call.target]);
}
