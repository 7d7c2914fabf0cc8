/** What a template uses: the fields of its context, for forms and for verifying packages, and functions. */
import { placeOf } from './run/failure.ts';
import type { BranchNode, ListNode, Operand, PipeNode, Statement, TemplateNode } from './syntax/nodes.ts';
import { fromBytes, toBytes } from './values/bytes.ts';

/** One use of a field. */
export interface FieldUse {
  /** `['Params', 'replicas']` for `.Params.replicas` and for `$.Params.replicas`. */
  readonly path: readonly string[];
  readonly root: '.' | '$';
  /** It is a field of the context itself, not of what a `range`, a `with` or a call of a template made the dot. */
  readonly ofContext: boolean;
  /** From 1. */
  readonly line: number;
  /** From 0, in bytes, as in errors. */
  readonly column: number;
}

/** One use of a function. */
export interface FunctionUse {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** What the walk needs of a template. */
interface Read {
  readonly name: string;
  readonly text: string;
  readonly templates: ReadonlyMap<string, ListNode>;
}

/**
 * Every field that the template and all it defines use, in the order of the text; variables are not followed. A defined
 * template that is called with the context as its dot counts as part of it.
 */
export function fieldsUsed(template: Read): FieldUse[] {
  return new Walk(template).run().fields;
}

/** Every use of a function, those of Go's templates included, in the order of the text. */
export function functionsUsed(template: Read): FunctionUse[] {
  return new Walk(template).run().functions;
}

/** Whether `.` and `$` are the context where a node stands. */
interface Dots {
  readonly dot: boolean;
  readonly dollar: boolean;
}

class Walk {
  readonly #template: Read;
  readonly #text: string;
  readonly #uses: { at: number; field?: FieldUse; function?: FunctionUse }[] = [];
  /** Templates that are called with the context. */
  readonly #called = new Set<string>();

  constructor(template: Read) {
    this.#template = template;
    this.#text = toBytes(template.text);
  }

  run(): { fields: FieldUse[]; functions: FunctionUse[] } {
    const { name, templates } = this.#template;
    this.#called.add(toBytes(name));
    // Grows while it is gone over.
    for (const called of this.#called) this.#list(templates.get(called), { dot: true, dollar: true });
    for (const [defined, list] of templates) {
      if (!this.#called.has(defined)) this.#list(list, { dot: false, dollar: false });
    }
    const inOrder = this.#uses.toSorted((left, right) => left.at - right.at);
    return {
      fields: inOrder.flatMap(({ field }) => field ?? []),
      functions: inOrder.flatMap((use) => use.function ?? []),
    };
  }

  #list(list: ListNode | undefined, dots: Dots): void {
    for (const node of list?.nodes ?? []) this.#statement(node, dots);
  }

  #statement(node: Statement, dots: Dots): void {
    if (node.kind === 'action') this.#pipe(node.pipe, dots);
    else if (node.kind === 'template') this.#call(node, dots);
    else if (node.kind === 'if' || node.kind === 'with' || node.kind === 'range') this.#branch(node, dots);
  }

  #branch({ kind, pipe, list, otherwise }: BranchNode, dots: Dots): void {
    this.#pipe(pipe, dots);
    this.#list(list, kind === 'if' ? dots : { ...dots, dot: kind === 'with' && isContext(pipe, dots) });
    this.#list(otherwise, dots);
  }

  #call({ name, pipe }: TemplateNode, dots: Dots): void {
    if (pipe === undefined) return;
    this.#pipe(pipe, dots);
    if (isContext(pipe, dots)) this.#called.add(name);
  }

  #pipe(pipe: PipeNode, dots: Dots): void {
    for (const { args } of pipe.commands) for (const arg of args) this.#operand(arg, dots);
  }

  #operand(node: Operand, dots: Dots): void {
    const place = (): { line: number; column: number } => placeOf(this.#text, node.at);
    if (node.kind === 'pipe') this.#pipe(node, dots);
    else if (node.kind === 'chain') this.#operand(node.of, dots);
    else if (node.kind === 'identifier') {
      this.#uses.push({ at: node.at, function: { name: node.name, ...place() } });
    } else if (node.kind === 'field') {
      const path = node.names.map(fromBytes);
      this.#uses.push({ at: node.at, field: { path, root: '.', ofContext: dots.dot, ...place() } });
    } else if (node.kind === 'variable' && node.names[0] === '$' && node.names.length > 1) {
      const path = node.names.slice(1).map(fromBytes);
      this.#uses.push({ at: node.at, field: { path, root: '$', ofContext: dots.dollar, ...place() } });
    }
  }
}

/** `.` or `$` and nothing else, where that is the context. */
function isContext({ commands, declares }: PipeNode, dots: Dots): boolean {
  const [command, more] = commands;
  if (command === undefined || more !== undefined || command.args.length !== 1 || declares.length > 0)
    return false;
  const [arg] = command.args;
  if (arg?.kind === 'variable') return dots.dollar && arg.names.length === 1 && arg.names[0] === '$';
  return arg?.kind === 'dot' && dots.dot;
}
