/** What a new operator is called, and which files it begins with. Pure. */

export interface NewOperator {
  /** `Gadget`, `TeaPot`. */
  readonly kind: string;
  /** API group. */
  readonly group: string;
}

/** By the template that it is made of: where each file goes, below the root. */
export function filesOf({ kind }: NewOperator): ReadonlyMap<string, string> {
  const { folder } = namesOf(kind);
  const bundle = `examples/catalog/${folder}/1.0.0`;
  return new Map([
    ['kinds.ts.txt', `examples/${folder}/kinds.ts`],
    ['decide.ts.txt', `examples/${folder}/decide.ts`],
    ['decide.test.ts.txt', `examples/${folder}/decide.test.ts`],
    ['operator.ts.txt', `examples/${folder}/operator.ts`],
    ['main.ts.txt', `examples/${folder}/main.ts`],
    ['csv.yaml.txt', `${bundle}/manifests/${folder}.clusterserviceversion.yaml`],
    ['annotations.yaml.txt', `${bundle}/metadata/annotations.yaml`],
  ]);
}

interface Names {
  /** `tea-pot`: of folder, package, program. */
  readonly folder: string;
  /** `teaPot`. */
  readonly camel: string;
  /** `teapots`. */
  readonly plural: string;
}

/** What follows from the name of a kind. */
export function namesOf(kind: string): Names {
  const folder = kind.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
  const lower = kind.toLowerCase();
  const plural = /(?:s|x|z|ch|sh)$/.test(lower)
    ? `${lower}es`
    : /[^aeiou]y$/.test(lower)
      ? `${lower.slice(0, -1)}ies`
      : `${lower}s`;
  return { folder, camel: `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`, plural };
}

/** Why it cannot be made; undefined where it can. */
export function problemOf({ kind, group }: NewOperator): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]{1,39}$/.test(kind))
    return `"${kind}" is no name of a kind. Give one such as Gadget: letters and digits, the first a capital.`;
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group))
    return `--group: "${group}" is no API group. Give a domain of yours, such as example.com.`;
  return undefined;
}

/** A template with the names put in. */
export function filled(text: string, { kind, group }: NewOperator): string {
  const { folder, camel, plural } = namesOf(kind);
  const values = new Map<string, string>([
    ...[['Kind', kind] as const, ['group', group] as const, ['folder', folder] as const],
    ...[['camel', camel] as const, ['plural', plural] as const],
  ]);
  return text.replaceAll(
    /__(Kind|group|folder|camel|plural)__/g,
    (all, name: string) => values.get(name) ?? all,
  );
}

const TABLE_END = '\n]);\n';

/** The runner's table with a line for the operator; undefined where that has no such place, or the line already. */
export function withModule(table: string, kind: string): string | undefined {
  const { folder } = namesOf(kind);
  const end = table.indexOf(TABLE_END);
  if (end < 0 || table.includes(`['${folder}',`)) return undefined;
  const line = `\n  ['${folder}', { entry: program('${folder}'), env: OPERATOR_ENV }],`;
  return table.slice(0, end) + line + table.slice(end);
}
