/** Walks a template's tree and writes what it makes, as Go's `text/template` does. */
import type {
  BranchNode,
  ListNode,
  PipeNode,
  Statement,
  TemplateNode,
  VariableNode,
} from '../syntax/nodes.ts';
import { quoteText } from '../values/quote.ts';
import { Boxed, goInt, GoInt, GoMap, GoSlice, type GoValue, type Slot, sortedKeys } from '../values/value.ts';
import { printed } from '../print/print.ts';
import { CommandEvaluator } from './commands.ts';
import { isTrue } from './truth.ts';

/** How a list ended: `break` and `continue` go up to the next range. */
type Jump = 'break' | 'continue' | undefined;

/** One render. */
export class Evaluator extends CommandEvaluator {
  readonly #written: string[] = [];
  #length = 0;
  #depth = 0;

  /** The whole text, as bytes. */
  run(context: GoValue): string {
    this.variables = [{ name: '$', value: context }];
    const root = this.source.templates.get(this.source.name);
    if (root !== undefined) this.#list(context, root);
    return this.#written.join('');
  }

  #write(text: string): void {
    this.#length += text.length;
    this.budget.text(this.#length > this.budget.limits.output ? this.#length : text.length);
    this.#written.push(text);
  }

  #list(dot: Slot, list: ListNode): Jump {
    this.node = list;
    this.#depth += 1;
    if (this.#depth > this.budget.limits.depth)
      this.fail(`exceeded maximum template depth (${this.budget.limits.depth})`);
    for (const node of list.nodes) {
      const jump = this.#walk(dot, node);
      if (jump !== undefined) {
        this.#depth -= 1;
        return jump;
      }
    }
    this.#depth -= 1;
    return undefined;
  }

  #walk(dot: Slot, node: Statement): Jump {
    this.node = node;
    this.budget.spend(1);
    switch (node.kind) {
      case 'text':
        this.#write(node.text);
        return undefined;
      case 'action': {
        const value = this.pipeline(dot, node.pipe);
        if (node.pipe.declares.length > 0) return undefined;
        this.node = node;
        this.#write(value === undefined ? '<no value>' : printed(value, this.budget));
        return undefined;
      }
      case 'if':
      case 'with':
        return this.#ifOrWith(dot, node);
      case 'range':
        this.#range(dot, node);
        return undefined;
      case 'template':
        this.#template(dot, node);
        return undefined;
      case 'break':
      case 'continue':
        return node.kind;
    }
  }

  #ifOrWith(dot: Slot, { kind, pipe, list, otherwise }: BranchNode): Jump {
    const mark = this.variables.length;
    const value = this.pipeline(dot, pipe);
    let jump: Jump;
    if (isTrue(value)) jump = this.#list(kind === 'with' ? value : dot, list);
    else if (otherwise !== undefined) jump = this.#list(dot, otherwise);
    this.variables.length = mark;
    return jump;
  }

  #template(dot: Slot, node: TemplateNode): void {
    const list = this.source.templates.get(node.name);
    if (list === undefined) return this.fail(`template ${quoteText(node.name)} not defined`);
    const value = node.pipe === undefined ? undefined : this.pipeline(dot, node.pipe);
    const { executing, node: at, variables } = this;
    // Go's words for a template that calls itself for ever, at the call.
    if (this.#depth + 1 > this.budget.limits.depth) {
      this.node = node;
      this.fail(`exceeded maximum template depth (${this.budget.limits.depth})`);
    }
    this.executing = node.name;
    this.variables = [{ name: '$', value }];
    this.#list(value, list);
    this.executing = executing;
    this.variables = variables;
    this.node = at;
  }

  #range(dot: Slot, node: BranchNode): void {
    const mark = this.variables.length;
    const value = this.pipeline(dot, node.pipe);
    if (!this.#iterate(value, node) && node.otherwise !== undefined) this.#list(dot, node.otherwise);
    this.variables.length = mark;
  }

  /** True when there was something to go over. */
  #iterate(value: GoValue | undefined, node: BranchNode): boolean {
    if (value instanceof GoInt) return this.#count(value, node);
    if (value instanceof GoSlice) {
      const isBoxed = value.element === 'interface {}';
      return this.#each(value.items.length, node, (at) => [
        goInt(at),
        slotOf(value.items[at] ?? null, isBoxed),
      ]);
    }
    if (value instanceof GoMap) {
      const keys = sortedKeys(value);
      const isBoxed = value.element === 'interface {}';
      this.budget.spend(keys.length);
      return this.#each(keys.length, node, (at) => {
        const key = keys[at] ?? '';
        return [key, slotOf(value.entries.get(key) ?? null, isBoxed)];
      });
    }
    if (value === undefined) return false;
    return this.fail(`range can't iterate over ${printed(value, this.budget)}`);
  }

  #count(value: GoInt, node: BranchNode): boolean {
    const { declares } = node.pipe;
    if (declares.length > 1)
      this.fail(`can't use ${value.value.toString()} to iterate over more than one variable`);
    const count = value.value > 0n ? Number(value.value) : 0;
    return this.#each(count, node, (at) => [undefined, new GoInt(value.type, BigInt(at))]);
  }

  #each(count: number, node: BranchNode, at: (index: number) => [Slot, Slot]): boolean {
    const mark = this.variables.length;
    for (let index = 0; index < count; index += 1) {
      this.budget.spend(1);
      const [key, element] = at(index);
      this.#declare(node.pipe, key, element);
      const jump = this.#list(element, node.list);
      this.variables.length = mark;
      if (jump === 'break') break;
    }
    return count > 0;
  }

  #declare({ declares, assigns }: PipeNode, key: Slot, element: Slot): void {
    const [first, second] = declares;
    if (first === undefined) return;
    if (assigns) {
      this.#assign(first, second === undefined ? element : key);
      if (second !== undefined) this.#assign(second, element);
      return;
    }
    // The pipeline has declared them; here they are set, from the end.
    const { variables } = this;
    const last = variables.at(-1);
    if (last !== undefined) last.value = element;
    const before = variables.at(-2);
    if (second !== undefined && before !== undefined) before.value = key;
  }

  #assign(variable: VariableNode, value: Slot): void {
    this.setVariable(variable.names[0] ?? '', value);
  }
}

function slotOf(value: GoValue, isBoxed: boolean): Slot {
  return isBoxed ? new Boxed(value) : value;
}
