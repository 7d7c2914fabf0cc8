/** Values that people give beside an install: `-p name=value`, and files of them (KUDO 36). */
import { valueText } from '../package/read.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { type DocumentNode, UnreadableYaml } from '../yaml/nodes.ts';
import { readYaml11 } from '../yaml/read.ts';

/** Names of parameters with their values, as YAML. */
export interface ValuesFile {
  readonly name: string;
  readonly text: string;
}

/** Values by name, or all that is wrong. */
export type GivenValues = { values: Record<string, string> } | { problems: string[] };

/** Later files win over earlier ones, and single values over files. */
export function givenValues(singles: readonly string[], files: readonly ValuesFile[]): GivenValues {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const file of files) fromFile(file, values, problems);
  for (const single of singles) {
    const problem = fromSingle(single, values);
    if (problem !== undefined) problems.push(problem);
  }
  return problems.length > 0 ? { problems } : { values: Object.fromEntries(values) };
}

/** Split at the first `=`. */
function fromSingle(single: string, values: Map<string, string>): string | undefined {
  const at = single.indexOf('=');
  if (at < 0) return `parameter not set: ${single}; write name=value`;
  const [name, value] = [single.slice(0, at), single.slice(at + 1)];
  if (name === '') return `parameter name can not be empty: ${single}`;
  if (value === '') return `parameter value can not be empty: ${single}`;
  values.set(name, value);
  return undefined;
}

function fromFile({ name, text }: ValuesFile, values: Map<string, string>, problems: string[]): void {
  const node = nodeOf(name, text);
  if (typeof node === 'string') problems.push(node);
  else if (node.kind === 'map') {
    for (const [key, entry] of node.entries) {
      if (entry.node.kind === 'scalar' && entry.node.value === null)
        problems.push(
          `parameter ${goQuoted(key)} in ${name}:${String(entry.line)} has no value; give it one, or leave it out`,
        );
      else values.set(key, valueText(entry.node, ''));
    }
  } else if (node.kind !== 'scalar' || node.value !== null)
    problems.push(`parameter file ${name}:${String(node.line)} holds no map; write name: value`);
}

function nodeOf(name: string, text: string): DocumentNode | string {
  try {
    return readYaml11(text);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    return `error unmarshalling content of parameter file ${name}:${String(error.line)}: ${error.message}`;
  }
}
