/** Arguments by the types of their parameters: what fits, and Go's words for what does not. */
import type { NumberNode, Operand } from '../syntax/nodes.ts';
import { printNode } from '../syntax/print-node.ts';
import { typeName } from '../values/types.ts';
import { GoComplex, goInt, GoInt, GoMap, type Slot, unboxed } from '../values/value.ts';
import type { ParameterType } from './signature.ts';

/** Ends the render. */
export type Refuse = (why: string) => never;

/** A number by itself: complex, float64 or int, by how it is written. */
export function numberSlot({ text, complex, float, int }: NumberNode, refuse: Refuse): Slot {
  if (complex !== undefined) return new GoComplex(complex.re, complex.im);
  const isHex = /^0x/i.test(text) && text.length > 2 && !/p/i.test(text);
  if (float !== undefined && !isHex && !text.startsWith("'") && /[.ep]/i.test(text)) return float;
  return int === undefined ? refuse(`${text} overflows int`) : goInt(int);
}

/** `nil` for a parameter of the type. */
export function nilArgument(type: ParameterType | undefined, refuse: Refuse): Slot {
  if (type === undefined || !canBeNil(type)) return refuse(`cannot assign nil to ${type ?? '<nil>'}`);
  return zeroOf(type);
}

/** A constant for a parameter of the type: `3` is a float64 where one is wanted. */
export function constantArgument(type: ParameterType | undefined, node: Operand, refuse: Refuse): Slot {
  switch (type) {
    case 'bool':
      return node.kind === 'bool' ? node.value : refuse(`expected bool; found ${printNode(node)}`);
    case 'string':
      return node.kind === 'string' ? node.text : refuse(`expected string; found ${printNode(node)}`);
    case 'float64':
    case 'int':
    case 'uint32':
      return numberArgument(type, node) ?? refuse(`expected ${NUMBERS[type]}; found ${printNode(node)}`);
    case 'interface {}':
    case 'reflect.Value':
      return anyConstant(node, refuse);
    default:
      return refuse(`can't handle ${printNode(node)} for arg of type ${type ?? '<nil>'}`);
  }
}

const NUMBERS = { float64: 'float', int: 'integer', uint32: 'unsigned integer' } as const;

function numberArgument(type: keyof typeof NUMBERS, node: Operand): Slot {
  if (node.kind !== 'number') return undefined;
  if (type === 'float64') return node.float;
  if (type === 'int') return node.int === undefined ? undefined : goInt(node.int);
  return node.uint === undefined ? undefined : new GoInt('uint32', BigInt.asUintN(32, node.uint));
}

function anyConstant(node: Operand, refuse: Refuse): Slot {
  if (node.kind === 'bool') return node.value;
  if (node.kind === 'string') return node.text;
  if (node.kind === 'number') return numberSlot(node, refuse);
  return refuse(`can't handle assignment of ${printNode(node)} to empty interface argument`);
}

/** A value for a parameter of the type. */
export function validated(value: Slot, type: ParameterType | undefined, refuse: Refuse): Slot {
  if (type === undefined || type === 'reflect.Value') return value;
  if (value === undefined) return canBeNil(type) ? zeroOf(type) : refuse(`invalid value; expected ${type}`);
  const inner = unboxed(value);
  if (type === 'interface {}') return inner ?? null;
  const got = inner === undefined || inner === null ? 'interface {}' : typeName(inner);
  if (got === type) return inner;
  return refuse(`wrong type for value; expected ${type}; got ${got}`);
}

function canBeNil(type: ParameterType): boolean {
  return type === 'interface {}' || type === 'reflect.Value' || type === 'map[string]interface {}';
}

function zeroOf(type: ParameterType): Slot {
  if (type === 'map[string]interface {}') return new GoMap('interface {}', new Map(), true);
  return type === 'interface {}' ? null : undefined;
}
