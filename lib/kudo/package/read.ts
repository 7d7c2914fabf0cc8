/** Files → package, or what keeps it from being one. Source: KUDO `pkg/kudoctl/packages/reader/parser.go`. */
import type { z } from 'zod';
import { OperatorFileShape, ParamsFileShape } from '../api/parse.ts';
import { KUDO_API_VERSION } from '../api/types.ts';
import { goFieldText, goYamlText } from '../yaml/go-values.ts';
import {
  type DocumentNode,
  entryOf,
  itemsOfNode,
  placeOfPath,
  type ScalarNode,
  UnreadableYaml,
} from '../yaml/nodes.ts';
import { readYaml11, YAML_SIZE } from '../yaml/read.ts';
import { type PackageFiles, textOfFile } from './files.ts';
import {
  type KudoPackage,
  OPERATOR_FILE,
  type PackageParameter,
  type PackageTemplate,
  PARAMS_FILE,
  packagePath,
  type WrittenAs,
} from './package.ts';
import { BadPackage } from './problem.ts';

/** @param directory of a nested operator. @throws BadPackage */
export function readPackage(files: PackageFiles, directory = ''): KudoPackage {
  const operator = readFile(files, directory, OPERATOR_FILE, OperatorFileShape);
  const params = readFile(files, directory, PARAMS_FILE, ParamsFileShape);
  const nodes = itemsOfNode(entryOf(params.node, 'parameters'));
  const parameters = params.value.parameters.map((parameter, index): PackageParameter => {
    const { required = true, immutable = false } = parameter;
    return { ...parameter, required, immutable, ...valuesOf(nodes[index], parameter.type ?? '') };
  });
  return {
    directory,
    operator: operator.value,
    groups: params.value.groups,
    parameters,
    templates: templatesOf(files, directory),
    operatorNode: operator.node,
    paramsNode: params.node,
  };
}

function readFile<Shape extends z.ZodType>(
  files: PackageFiles,
  directory: string,
  name: string,
  shape: Shape,
): { value: z.output<Shape>; node: DocumentNode } {
  const file = packagePath(directory, name);
  const content = files.get(file);
  if (content === undefined)
    throw new BadPackage({
      file,
      message: `operator package missing ${name}${directory === '' ? '' : ` in ${directory}`}`,
      fix: `add ${name} at the root of the package`,
    });
  const node = readNode(file, textOfFile(file, content));
  checkVersion(file, node);
  const result = shape.safeParse(node.kind === 'map' ? structOf(node) : undefined);
  if (result.success) return { value: result.data, node };
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  throw new BadPackage({
    file,
    line: placeOfPath(node, path).line,
    field: path.map(String).join('.'),
    message: issue?.message ?? 'it cannot be read',
    fix: 'correct it',
  });
}

/** One file of YAML. @throws BadPackage with its line */
function readNode(file: string, text: string): DocumentNode {
  try {
    return readYaml11(text);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    const { line, message } = error;
    throw new BadPackage({ file, line, field: fieldNear(text, line), message, fix: 'correct the YAML' });
  }
}

/** Lines looked at for the keys above a place. */
const LINES_ABOVE = 1000;

/** The keys that lead to a line of a text that cannot be read: those above it that stand further and further left. */
function fieldNear(text: string, line: number): string {
  const lines = text.slice(0, YAML_SIZE).split('\n', line);
  const keys: string[] = [];
  let left = Infinity;
  for (const above of lines.slice(-LINES_ABOVE).toReversed()) {
    const [, indent = '', key] = /^([ -]{0,200})([\w.-]{1,80}):/.exec(above) ?? [];
    if (key === undefined || indent.length >= left) continue;
    left = indent.length;
    keys.unshift(key);
  }
  return keys.join('.');
}

function checkVersion(file: string, node: DocumentNode): void {
  const given = entryOf(node, 'apiVersion');
  const version = given?.kind === 'scalar' ? goFieldText(given.value) : '';
  if (version === '' || version === KUDO_API_VERSION) return;
  throw new BadPackage({
    file,
    line: placeOfPath(node, ['apiVersion']).line,
    field: 'apiVersion',
    message: `expecting supported API version ${KUDO_API_VERSION} but got ${version}`,
    fix: `write ${KUDO_API_VERSION}, or leave it out`,
  });
}

const BOOLEANS: ReadonlySet<string> = new Set([
  ...['required', 'immutable', 'advanced', 'wantErr', 'fatal', 'done'],
]);
const NUMBERS: ReadonlySet<string> = new Set(['prio']);

/** As Go fills a struct: numbers and truth values become texts where a text is wanted, nothing leaves a field empty. */
function structOf(node: DocumentNode, field = ''): unknown {
  if (node.kind === 'list') return node.items.map((item) => structOf(item, field) ?? '');
  if (node.kind === 'map') {
    const fields = [...node.entries].map(([key, entry]) => [key, structOf(entry.node, key)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (node.value === null) return undefined;
  if (BOOLEANS.has(field)) return node.value;
  if (NUMBERS.has(field)) return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  return goFieldText(node.value);
}

/** Default and enum, which may be anything. */
function valuesOf(node: DocumentNode | undefined, type: string): Partial<PackageParameter> {
  const usual = entryOf(node, 'default');
  const allowed = entryOf(node, 'enum');
  return {
    ...(usual === undefined || isNothing(usual)
      ? {}
      : { default: valueText(usual, type), defaultWritten: writtenAs(usual) }),
    ...(allowed === undefined || isNothing(allowed)
      ? {}
      : {
          enum: itemsOfNode(allowed).map((item) => valueText(item, type)),
          enumWritten: itemsOfNode(allowed).map(writtenAs),
        }),
  };
}

function isNothing(node: DocumentNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function writtenAs(node: DocumentNode): WrittenAs {
  if (node.kind !== 'scalar') return node.kind;
  if (typeof node.value === 'boolean') return 'boolean';
  return typeof node.value === 'string' || node.value === null ? 'text' : 'number';
}

/**
 * The text of a value that was written as anything: numbers as they were written (KUDO 15), maps and lists as YAML
 * (KUDO 16). @param type a map or list may be written as a text of YAML, which is kept
 */
export function valueText(node: DocumentNode, type: string): string {
  if (node.kind !== 'scalar') return goYamlText(node);
  if (typeof node.value === 'string' && (type === 'map' || type === 'array')) return node.value;
  return scalarText(node);
}

function scalarText({ value, text }: ScalarNode): string {
  return typeof value === 'bigint' || typeof value === 'number' ? text : goFieldText(value);
}

const TEMPLATES = 'templates';

/** Of the files under a directory that begins with `templates`; those of nested operators are theirs (KUDO 11). */
function templatesOf(files: PackageFiles, directory: string): Map<string, PackageTemplate> {
  const root = packagePath(directory, '');
  const templates = new Map<string, PackageTemplate>();
  for (const [file, content] of files) {
    if (!file.startsWith(root)) continue;
    const inside = file.slice(root.length);
    const slash = inside.lastIndexOf('/');
    if (slash < 0 || !inside.startsWith(TEMPLATES) || !inside.slice(slash).includes('.yaml')) continue;
    const key = inside.split(`${TEMPLATES}/`).at(-1) ?? inside;
    templates.set(key, { file, text: textOfFile(file, content) });
  }
  return templates;
}
