/** Numbers in templates: Go's constants, which are every type that can hold them. */
import { parseFloat64, parseWhole } from '../values/parse-number.ts';
import { quoteText, unquoteCharacter } from '../values/quote.ts';
import type { NumberNode } from './nodes.ts';
import type { Token } from './tokens.ts';

/** The constant of a number or character; a text is the reason why it is none. */
export function numberNode({ kind, at, text }: Token): NumberNode | string {
  if (kind === 'charConstant') return characterNode(at, text);
  if (kind === 'complex') return complexNode(at, text);
  if (text.endsWith('i')) {
    const im = parseFloat64(text.slice(0, -1));
    if (typeof im === 'number') return withSimplerTypes(at, text, { re: 0, im });
  }
  return realNode(at, text);
}

function characterNode(at: number, text: string): NumberNode | string {
  const read = unquoteCharacter(text, 1, "'");
  if (read === undefined) return 'invalid syntax';
  if (text.slice(read.end) !== "'") return `malformed character constant: ${text}`;
  const code = BigInt(read.code);
  return { kind: 'number', at, text, int: code, uint: code, float: read.code };
}

function complexNode(at: number, text: string): NumberNode | string {
  const split = Math.max(text.lastIndexOf('+'), lastMinus(text));
  const re = parseFloat64(text.slice(0, split));
  const im = parseFloat64(text.slice(split, -1));
  if (typeof re === 'string' || typeof im === 'string') return 'syntax error scanning complex number';
  return withSimplerTypes(at, text, { re, im });
}

/** Not that of an exponent. */
function lastMinus(text: string): number {
  return /[ep]-\w*i$/i.test(text) ? text.lastIndexOf('-', text.search(/[ep]-\w*i$/i)) : text.lastIndexOf('-');
}

function withSimplerTypes(at: number, text: string, complex: { re: number; im: number }): NumberNode {
  const { re, im } = complex;
  if (im !== 0) return { kind: 'number', at, text, complex };
  return { kind: 'number', at, text, complex, float: re, int: asInt(re), uint: asUint(re) };
}

function asInt(value: number): bigint | undefined {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : undefined;
}

function asUint(value: number): bigint | undefined {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 64 ? BigInt(value) : undefined;
}

function realNode(at: number, text: string): NumberNode | string {
  const whole = parseWhole(text, 0, true);
  const int = typeof whole === 'bigint' ? whole : undefined;
  const natural = parseWhole(text, 0, false);
  const uint = typeof natural === 'bigint' ? natural : int === 0n ? 0n : undefined;
  const ofWhole = int ?? uint;
  if (ofWhole !== undefined) return { kind: 'number', at, text, int, uint, float: Number(ofWhole) };
  const float = parseFloat64(text);
  if (typeof float === 'string') return `illegal number syntax: ${quoteText(text)}`;
  if (!/[.ep]/i.test(text)) return `integer overflow: ${quoteText(text)}`;
  return { kind: 'number', at, text, float, int: asInt(float), uint: asUint(float) };
}
