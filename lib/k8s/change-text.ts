/** Changes as text for people: commands for a shell, and YAML to commit. Apart from change.ts for `yaml`'s weight. */
import { Document, isScalar, visit } from 'yaml';
import { CONSOLE_MANAGER, targetOf, type Change } from './change.ts';
import { mergePatch } from './merge-patch.ts';
import { apiVersionOf, type KubeObject, type Resource, SERVER_FIELDS } from './object.ts';

/**
 * Characters that make text look or act other than it reads: controls (C0 but tab and line breaks, DEL, C1), line and
 * paragraph separators, marks that turn the direction of writing, zero-width ones. A terminal obeys some when text is
 * pasted, an eye is fooled by others.
 */
const TREACHEROUS =
  // eslint-disable-next-line no-control-regex -- controls are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const YAML = {
  indent: 2,
  lineWidth: 0,
  aliasDuplicateObjects: false,
  // kubectl reads YAML 1.1, where `yes`, `on`, `012` and `1:30` are no words.
  compat: 'yaml-1.1',
} as const;

/** POSIX shell commands, one for each change, that do the same as the console would. */
export function kubectlOf(changes: readonly Change[]): string {
  return changes.map(command).join('\n');
}

function command(change: Change): string {
  if (change.verb === 'create' || change.verb === 'replace')
    return withInput(`kubectl ${change.verb} --filename -`, yamlText(withoutManagedFields(change.object)));
  if (change.verb === 'apply') {
    const force = change.force === true ? ' --force-conflicts' : '';
    const words = `kubectl apply --server-side --field-manager ${CONSOLE_MANAGER}${force} --filename -`;
    return withInput(words, yamlText(change.object));
  }
  const { namespace, name = '' } = targetOf(change);
  const words = [
    'kubectl',
    change.verb,
    shellWord(`${typeText(change.resource)}/${name}`),
    ...(namespace === undefined ? [] : ['--namespace', shellWord(namespace)]),
    ...(change.verb === 'patch'
      ? ['--type', change.patch.type, '--patch', shellWord(jsonText(change.patch.body))]
      : [
          `--cascade=${(change.propagation ?? 'Background').toLowerCase()}`,
          '--ignore-not-found',
          '--wait=false',
        ]),
  ];
  return words.join(' ');
}

/** `subscriptions.v1alpha1.operators.coreos.com`: the type in exactly this version. */
function typeText({ group, version, plural }: Resource): string {
  return group === '' ? plural : `${plural}.${version}.${group}`;
}

/** A here-document: quoted, so that the shell leaves its text alone, and ended by a line that the text has not. */
function withInput(words: string, text: string): string {
  const lines = new Set(text.split('\n'));
  let end = 'EOF';
  while (lines.has(end)) end += '_';
  return `${words} <<'${end}'\n${text}${end}`;
}

/** One argument, whatever it holds. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.search(TREACHEROUS) >= 0) return `"$(printf '${octal(text)}')"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function octal(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? Number(part) : part,
  ).replace(TREACHEROUS, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * What to keep in Git for the changes to be made from there: manifests, without what the cluster adds by itself.
 * A deletion has no manifest; a comment says what to take out.
 */
export function yamlOf(changes: readonly Change[]): string {
  return changes.map(manifest).join('---\n');
}

function manifest(change: Change): string {
  if (change.verb === 'create' || change.verb === 'replace') return yamlText(toKeep(change.object));
  if (change.verb === 'delete') {
    return comment([
      `Take this object out of the repository: ${whichOf(change)}.`,
      'Where nothing prunes what is gone from it, delete it by hand:',
      ...kubectlOf([change]).split('\n'),
    ]);
  }
  if (change.verb === 'apply') {
    return (
      comment([
        `The fields of ${whichOf(change)} that are set here, and no others.`,
        'Merge them into its manifest, or apply them with --server-side.',
      ]) + yamlText(toKeep(change.object))
    );
  }
  return patched(change);
}

function patched(change: Extract<Change, { verb: 'patch' }>): string {
  const { patch, before } = change;
  if (patch.type === 'merge' && before !== undefined) return yamlText(toKeep(mergePatch(before, patch.body)));
  const which = whichOf(change);
  if (patch.type === 'json')
    return comment([`Change ${which} like this (JSON patch):`, ...patch.body.map(jsonText)]);
  return (
    comment([`Only the fields that change of ${which}.`, 'Merge them, or apply them with --server-side.']) +
    yamlText(mergePatch(nakedOf(change), patch.body))
  );
}

function nakedOf({ resource, ref }: Extract<Change, { verb: 'patch' }>): object {
  const { namespace, name } = ref;
  const metadata = { name, ...(resource.namespaced && namespace !== undefined ? { namespace } : {}) };
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata };
}

function whichOf(change: Change): string {
  const { namespace, name = '' } = targetOf(change);
  return `${change.resource.kind} ${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`;
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => `# ${line.replace(/[\t\n]/g, ' ').replace(TREACHEROUS, '?')}\n`).join('');
}

function toKeep(object: Readonly<Record<string, unknown>>): object {
  const { status: _status, ...rest } = object;
  const metadata = Object.entries(rest['metadata'] ?? {}).filter(([field]) => !SERVER_FIELDS.has(field));
  return { ...rest, metadata: Object.fromEntries(metadata) };
}

function withoutManagedFields(object: KubeObject): object {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** A document that reads the same for people, for kubectl and for readers of YAML 1.2. */
export function yamlText(value: unknown): string {
  const document = new Document(value, YAML);
  visit(document, {
    Scalar(_key, node) {
      if (isScalar(node) && typeof node.value === 'string' && mustBeQuoted(node.value))
        node.type = 'QUOTE_DOUBLE';
    },
  });
  return document
    .toString({ ...YAML, doubleQuotedMinMultiLineLength: Infinity })
    .replace(TREACHEROUS, escaped);
}

function mustBeQuoted(text: string): boolean {
  // `<<` as a key is a merge in YAML 1.1.
  return text === '<<' || text.search(TREACHEROUS) >= 0;
}
