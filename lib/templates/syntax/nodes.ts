/**
 * The tree of a template, as Go's `text/template/parse` has it. Texts in it are bytes: each unit of a string is one byte
 * of UTF-8 (`values/bytes.ts`), and so is each position.
 */

interface At {
  /** Bytes from the beginning of the text. */
  readonly at: number;
}

/** A part of an action: what has a value. */
export type Operand =
  | DotNode
  | NilNode
  | BoolNode
  | NumberNode
  | StringNode
  | FieldNode
  | VariableNode
  | IdentifierNode
  | ChainNode
  | PipeNode;

/** What is looked at: the context, or what `range` and `with` make of it. */
export interface DotNode extends At {
  readonly kind: 'dot';
}

/** Go's word for nothing. */
export interface NilNode extends At {
  readonly kind: 'nil';
}

/** `true` */
export interface BoolNode extends At {
  readonly kind: 'bool';
  readonly value: boolean;
}

/** A number with all that it can be taken for: `1e3` is an integer too. */
export interface NumberNode extends At {
  readonly kind: 'number';
  readonly text: string;
  readonly int?: bigint | undefined;
  readonly uint?: bigint | undefined;
  readonly float?: number | undefined;
  readonly complex?: { readonly re: number; readonly im: number } | undefined;
}

/** `"text"` */
export interface StringNode extends At {
  readonly kind: 'string';
  /** As it was written, quotes included. */
  readonly quoted: string;
  readonly text: string;
}

/** `.Params.x`, its names without dots. */
export interface FieldNode extends At {
  readonly kind: 'field';
  readonly names: readonly string[];
}

/** `$x.y`: the first name is the variable, `$` included. */
export interface VariableNode extends At {
  readonly kind: 'variable';
  readonly names: readonly string[];
}

/** A function by its name. */
export interface IdentifierNode extends At {
  readonly kind: 'identifier';
  readonly name: string;
}

/** Fields of something in parentheses: `(index .a 0).b`. */
export interface ChainNode extends At {
  readonly kind: 'chain';
  readonly of: Operand;
  readonly names: readonly string[];
}

/** An operand, or a function with its arguments. */
export interface CommandNode extends At {
  readonly kind: 'command';
  readonly args: readonly Operand[];
}

/** Commands, each with the value of the one before as its last argument. */
export interface PipeNode extends At {
  readonly kind: 'pipe';
  readonly line: number;
  /** Variables that take the value. */
  readonly declares: readonly VariableNode[];
  /** By `=` rather than `:=`. */
  readonly assigns: boolean;
  readonly commands: readonly CommandNode[];
}

/** What stands between actions. */
export interface TextNode extends At {
  readonly kind: 'text';
  readonly text: string;
}

/** A pipeline whose value is written, or given to a variable. */
export interface ActionNode extends At {
  readonly kind: 'action';
  readonly pipe: PipeNode;
}

/** `if`, `with`, `range`, with what follows `else`. */
export interface BranchNode extends At {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipe: PipeNode;
  readonly list: ListNode;
  readonly otherwise: ListNode | undefined;
}

/** `break` and `continue`. */
export interface JumpNode extends At {
  readonly kind: 'break' | 'continue';
}

/** `template "name" pipe`; of `block` too, whose content is among the templates. */
export interface TemplateNode extends At {
  readonly kind: 'template';
  readonly name: string;
  readonly pipe: PipeNode | undefined;
}

/** What a list is made of. */
export type Statement = TextNode | ActionNode | BranchNode | JumpNode | TemplateNode;

/** Texts and actions, in order. */
export interface ListNode extends At {
  readonly kind: 'list';
  readonly nodes: readonly Statement[];
}

/** Any part of a tree, told apart by `kind`. */
export type TemplateTreeNode = Operand | CommandNode | Statement | ListNode;
