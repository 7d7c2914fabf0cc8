/** Values of pipelines, commands and their arguments, by Go's rules of types. */
import type {
  ChainNode,
  CommandNode,
  FieldNode,
  IdentifierNode,
  Operand,
  PipeNode,
  TemplateTreeNode,
  VariableNode,
} from '../syntax/nodes.ts';
import { printNode } from '../syntax/print-node.ts';
import { typeName } from '../values/types.ts';
import { quoteText } from '../values/quote.ts';
import { Boxed, GoError, GoMap, GoRecord, type GoValue, type Slot, unboxed } from '../values/value.ts';
import type { RenderBudget } from './budget.ts';
import { renderError, type Source } from './failure.ts';
import { methodOf } from './methods.ts';
import { constantArgument, nilArgument, numberSlot, validated } from './arguments.ts';
import type { Cost, FunctionTable, GoFunction, ParameterType } from './signature.ts';
import { isTrue } from './truth.ts';

/** A variable of the template. */
interface Variable {
  readonly name: string;
  value: Slot;
}

/** No value comes from before: the first command of a pipeline. */
const NONE = Symbol('none');
type Final = Slot | typeof NONE;

/** What runs commands; statements are above it (`evaluator.ts`). */
export class CommandEvaluator {
  readonly source: Source;
  readonly budget: RenderBudget;
  readonly #functions: FunctionTable;
  /** The part looked at last: errors are about it. */
  node: TemplateTreeNode | undefined;
  executing: string;
  variables: Variable[] = [];

  constructor(source: Source, functions: FunctionTable, budget: RenderBudget) {
    this.source = source;
    this.executing = source.name;
    this.#functions = functions;
    this.budget = budget;
  }

  fail(why: string): never {
    throw renderError(this.source, this.executing, this.node, why);
  }

  readonly #refuse = (why: string): never => this.fail(why);

  #validated(value: Slot, type: ParameterType | undefined): Slot {
    return validated(value, type, this.#refuse);
  }

  setVariable(name: string, value: Slot): void {
    const variable = this.variables.findLast((known) => known.name === name);
    if (variable === undefined) return this.fail(`undefined variable: ${name}`);
    variable.value = value;
  }

  #variable(name: string): Slot {
    const variable = this.variables.findLast((known) => known.name === name);
    return variable === undefined ? this.fail(`undefined variable: ${name}`) : variable.value;
  }

  /** The value, out of its box, and given to the variables that the pipeline declares. */
  pipeline(dot: Slot, pipe: PipeNode): GoValue | undefined {
    this.node = pipe;
    let value: Final = NONE;
    for (const command of pipe.commands) value = unboxed(this.#command(dot, command, value));
    const result = value === NONE ? undefined : value;
    for (const { names } of pipe.declares) {
      const name = names[0] ?? '';
      if (pipe.assigns) this.setVariable(name, result);
      else this.variables.push({ name, value: result });
    }
    return result;
  }

  #command(dot: Slot, command: CommandNode, final: Final): Slot {
    this.budget.spend(1);
    const { args } = command;
    const first = args[0];
    switch (first?.kind) {
      case 'field':
        return this.#field(dot, first, args, final);
      case 'chain':
        return this.#chain(dot, first, args, final);
      case 'identifier':
        return this.#function(dot, { node: first, at: command, args }, final);
      case 'pipe':
        this.#noArguments(args, final);
        return this.pipeline(dot, first);
      case 'variable':
        return this.#variableFields(first, args, final);
      default:
        return this.#constantCommand(dot, first, args, final);
    }
  }

  #constantCommand(dot: Slot, first: Operand | undefined, args: readonly Operand[], final: Final): Slot {
    this.node = first;
    this.#noArguments(args, final);
    switch (first?.kind) {
      case 'bool':
        return first.value;
      case 'dot':
        return dot;
      case 'number':
        return numberSlot(first, this.#refuse);
      case 'string':
        return first.text;
      default:
        return this.fail('nil is not a command');
    }
  }

  #noArguments(args: readonly Operand[], final: Final): void {
    const [first] = args;
    if (first !== undefined && (args.length > 1 || final !== NONE)) {
      this.fail(`can't give argument to non-function ${printNode(first)}`);
    }
  }

  #field(dot: Slot, node: FieldNode, args: readonly Operand[], final: Final): Slot {
    this.node = node;
    return this.#fields(dot, { dot, node, names: node.names, args }, final);
  }

  #chain(dot: Slot, node: ChainNode, args: readonly Operand[], final: Final): Slot {
    this.node = node;
    if (node.of.kind === 'nil') this.fail(`indirection through explicit nil in ${printNode(node)}`);
    const value = this.#argument(dot, undefined, node.of);
    return this.#fields(value, { dot, node, names: node.names, args }, final);
  }

  #variableFields(node: VariableNode, args: readonly Operand[], final: Final): Slot {
    this.node = node;
    const value = this.#variable(node.names[0] ?? '');
    if (node.names.length > 1) {
      return this.#fields(value, { dot: value, node, names: node.names.slice(1), args }, final);
    }
    this.#noArguments(args, final);
    return value;
  }

  #fields(receiver: Slot, path: FieldPath, final: Final): Slot {
    let value = receiver;
    const last = path.names.length - 1;
    for (let at = 0; at < last; at += 1) value = this.#step(value, at, { ...path, args: [] }, NONE);
    return this.#step(value, last, path, final);
  }

  #step(receiver: Slot, at: number, path: FieldPath, final: Final): Slot {
    const name = path.names[at] ?? '';
    if (receiver === undefined || receiver === null) {
      return this.fail(`nil data; no entry for key ${quoteText(name)}`);
    }
    const type = typeName(receiver);
    const value = unboxed(receiver);
    if (value === undefined) return this.fail(`nil pointer evaluating ${type}.${name}`);
    const method = methodOf(value, name);
    if (method !== undefined) {
      return this.#call(path.dot, method, { name, at: path.node, args: path.args.slice(1) }, final);
    }
    const hasArguments = path.args.length > 1 || final !== NONE;
    if (value instanceof GoMap) return this.#entry(value, name, hasArguments);
    if (!(value instanceof GoRecord) || !value.fields.has(name)) {
      return this.fail(`can't evaluate field ${name} in type ${type}`);
    }
    if (hasArguments) this.fail(`${name} has arguments but cannot be invoked as function`);
    return value.fields.get(name);
  }

  #entry(map: GoMap, name: string, hasArguments: boolean): Slot {
    if (hasArguments) this.fail(`${name} is not a method but has arguments`);
    const value = map.entries.get(name);
    if (value === undefined) return this.fail(`map has no entry for key ${quoteText(name)}`);
    return map.element === 'string' ? value : new Boxed(value);
  }

  #function(dot: Slot, call: NamedCall, final: Final): Slot {
    this.node = call.node;
    const { name } = call.node;
    const found = Object.hasOwn(this.#functions, name) ? this.#functions[name] : undefined;
    if (found === undefined) return this.fail(`${quoteText(name)} is not a defined function`);
    return this.#call(dot, found, { name, at: call.at, args: call.args.slice(1) }, final);
  }

  #call(dot: Slot, called: GoFunction, { name, at, args }: Call, final: Final): Slot {
    this.#countArguments(called, name, args.length, final);
    if (name === 'and' || name === 'or') return this.#shortCircuit(dot, name, args, final);
    const given: Slot[] = args.map((arg, index) => this.#argument(dot, typeAt(called, index), arg));
    if (final !== NONE) given.push(this.#validated(final, typeAt(called, given.length)));
    if (name === 'call') return this.#callValue(at, args, given);
    try {
      const { call, text } = called.cost ?? USUAL_COST;
      this.budget.spend(call + (text * textSize(given)) / BYTES_A_STEP);
      const result = called.run(given, this.budget);
      return called.boxed ? new Boxed((result as GoValue | undefined) ?? null) : result;
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      this.node = at;
      return this.fail(`error calling ${name}: ${error.message}`);
    }
  }

  #countArguments({ parameters, rest }: GoFunction, name: string, count: number, final: Final): void {
    const all = count + (final === NONE ? 0 : 1);
    const wanted = parameters.length;
    if (rest !== undefined && all < wanted) {
      this.fail(`wrong number of args for ${name}: want at least ${wanted} got ${count}`);
    }
    if (rest === undefined && all !== wanted) {
      this.fail(`wrong number of args for ${name}: want ${wanted} got ${all}`);
    }
  }

  #shortCircuit(dot: Slot, name: 'and' | 'or', args: readonly Operand[], final: Final): Slot {
    let value: Slot;
    for (const arg of args) {
      value = this.#argument(dot, 'reflect.Value', arg);
      if (isTrue(unboxed(value)) === (name === 'or')) return value;
    }
    return final === NONE ? value : final;
  }

  /** `call` has nothing to call: no function is ever a value here. */
  #callValue(at: TemplateTreeNode, args: readonly Operand[], given: readonly Slot[]): never {
    this.node = at;
    const value = unboxed(given[0]);
    if (value === undefined) return this.fail('error calling call: call of nil');
    const [first] = args;
    const type = typeName(value as Exclude<GoValue, null>);
    const piped = typeof value === 'string' ? value : `<${type} Value>`;
    const name = first === undefined ? piped : printNode(first);
    return this.fail(`error calling call: non-function ${name} of type ${type}`);
  }

  /** @param type undefined where any will do */
  #argument(dot: Slot, type: ParameterType | undefined, node: Operand): Slot {
    this.node = node;
    this.budget.spend(1);
    switch (node.kind) {
      case 'dot':
        return this.#validated(dot, type);
      case 'nil':
        return nilArgument(type, this.#refuse);
      case 'field':
        return this.#validated(this.#field(dot, node, [], NONE), type);
      case 'variable':
        return this.#validated(this.#variableFields(node, [], NONE), type);
      case 'pipe':
        return this.#validated(this.pipeline(dot, node), type);
      case 'identifier':
        return this.#validated(this.#function(dot, { node, at: node, args: [] }, NONE), type);
      case 'chain':
        return this.#validated(this.#chain(dot, node, [], NONE), type);
      default:
        return constantArgument(type, node, this.#refuse);
    }
  }
}

interface FieldPath {
  readonly dot: Slot;
  readonly node: TemplateTreeNode;
  readonly names: readonly string[];
  readonly args: readonly Operand[];
}

interface NamedCall {
  readonly node: IdentifierNode;
  /** What an error of the function is about. */
  readonly at: TemplateTreeNode;
  readonly args: readonly Operand[];
}

interface Call {
  readonly name: string;
  readonly at: TemplateTreeNode;
  readonly args: readonly Operand[];
}

function typeAt({ parameters, rest }: GoFunction, index: number): ParameterType | undefined {
  return parameters[index] ?? rest;
}

/** Bytes of arguments that count as one step. */
const BYTES_A_STEP = 64;
const USUAL_COST: Cost = { call: 1, text: 1 };

function textSize(given: readonly Slot[]): number {
  let size = 0;
  for (const slot of given) {
    const value = unboxed(slot);
    if (typeof value === 'string') size += value.length;
  }
  return size;
}
