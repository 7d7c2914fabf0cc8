/** Functions of templates with their Go types, by which arguments are refused before the function is called. */
import type { GoMap, GoTime, GoValue, Slot } from '../values/value.ts';
import type { RenderBudget } from './budget.ts';

/** What a parameter of each Go type is given. */
export interface ParameterValues {
  readonly string: string;
  readonly bool: boolean;
  readonly int: bigint;
  readonly uint32: bigint;
  readonly float64: number;
  readonly 'interface {}': GoValue;
  readonly 'map[string]interface {}': GoMap;
  readonly 'time.Time': GoTime;
  readonly 'reflect.Value': Slot;
}

/** Go's name of a parameter's type. */
export type ParameterType = keyof ParameterValues;

/** What a call takes of the budget. */
export interface Cost {
  /** Steps. */
  readonly call: number;
  /** How many times as much as usual for the bytes of its texts. */
  readonly text: number;
}

/** A function as the evaluator sees it. */
export interface GoFunction {
  readonly parameters: readonly ParameterType[];
  /** Of all arguments from there on. */
  readonly rest: ParameterType | undefined;
  /** Its result is an `interface{}`. */
  readonly boxed: boolean;
  /** Where it is not one step and the usual. */
  readonly cost?: Cost;
  run(args: readonly Slot[], budget: RenderBudget): Slot;
}

type Values<P extends readonly ParameterType[]> = { readonly [K in keyof P]: ParameterValues[P[K]] };

/** A function of a fixed number of arguments. */
export function fixed<const P extends readonly ParameterType[]>(
  parameters: P,
  run: (args: Values<P>, budget: RenderBudget) => Slot,
): GoFunction {
  return {
    parameters,
    rest: undefined,
    boxed: false,
    run: (args, budget) =>
      run(args.map((arg, at) => given(parameters[at], arg)) as unknown as Values<P>, budget),
  };
}

/** A function of any number of arguments, the last ones all of one type. */
export function variadic<const P extends readonly ParameterType[], R extends ParameterType>(
  parameters: P,
  rest: R,
  run: (args: Values<P>, more: readonly ParameterValues[R][], budget: RenderBudget) => Slot,
): GoFunction {
  const count = parameters.length;
  return {
    parameters,
    rest,
    boxed: false,
    run(args, budget) {
      const first = args.slice(0, count).map((arg, at) => given(parameters[at], arg));
      const more = args.slice(count).map((arg) => given(rest, arg));
      return run(first as unknown as Values<P>, more as unknown as ParameterValues[R][], budget);
    },
  };
}

/** The same function, whose result is an `interface{}`. */
export function boxed(made: GoFunction): GoFunction {
  return { ...made, boxed: true };
}

/** An argument of the right type as its parameter has it. */
function given(type: ParameterType | undefined, arg: Slot): unknown {
  if (type === 'int' || type === 'uint32') return (arg as { value: bigint }).value;
  return type === 'interface {}' ? (arg ?? null) : arg;
}

/** Functions by their names. */
export type FunctionTable = Readonly<Record<string, GoFunction>>;
