/** What was read, as Go has it: texts of fields, values for templates, YAML text again. */
import type { ContextValue } from '../../templates/template.ts';
import { toYaml } from '../../templates/yaml/emit.ts';
import { RenderBudget, USUAL_LIMITS } from '../../templates/run/budget.ts';
import { fromBytes, toBytes } from '../../templates/values/bytes.ts';
import { formatFloat } from '../../templates/values/float-text.ts';
import { quoteText } from '../../templates/values/quote.ts';
import { goList, GoInt, GoMap, type GoValue } from '../../templates/values/value.ts';
import type { DocumentNode, ScalarNode } from './nodes.ts';

/** A scalar where a text is wanted: a field of a package, a key of a map (KUDO 14). Nothing is the empty text. */
export function goFieldText(value: ScalarNode['value']): string {
  if (typeof value === 'number') return formatFloat(nearestFloat32(value), 'g', -1);
  return value === null ? '' : String(value);
}

/** The shortest decimal number that is the same float32: Go prints with that precision here. */
function nearestFloat32(value: number): number {
  const single = Math.fround(value);
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return single;
}

/** JSON as Go decodes it into an `interface{}`: numbers are float64. So templates see maps and lists (KUDO 16). */
export function decodedValue(node: DocumentNode): ContextValue {
  if (node.kind === 'list') return node.items.map(decodedValue);
  if (node.kind === 'map')
    return Object.fromEntries([...node.entries].map(([key, entry]) => [key, decodedValue(entry.node)]));
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}

/** YAML text as Go writes it, keys in order; whole numbers keep all their digits. */
export function goYamlText(node: DocumentNode): string {
  return fromBytes(toYaml(goValue(node), new RenderBudget(USUAL_LIMITS)));
}

function goValue(node: DocumentNode): GoValue {
  if (node.kind === 'list') return goList(node.items.map(goValue));
  if (node.kind === 'map')
    return new GoMap(
      'interface {}',
      new Map([...node.entries].map(([key, entry]) => [toBytes(key), goValue(entry.node)])),
    );
  const { value } = node;
  if (typeof value === 'bigint') return new GoInt('int64', value);
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21)
    return new GoInt('int64', BigInt(value));
  return typeof value === 'string' ? toBytes(value) : value;
}

/** Go's `%q`. */
export function goQuoted(text: string): string {
  return fromBytes(quoteText(toBytes(text)));
}
