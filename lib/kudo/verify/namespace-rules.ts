/** The namespace is made by its manifest, and by nothing else (KUDO 28). */
import { isJsonObject } from '../../base/json.ts';
import { type KudoPackage, lineOf, OPERATOR_FILE, packagePath } from '../package/package.ts';
import { goQuoted } from '../yaml/go-values.ts';
import { errorOf, type PackageFinding } from './finding.ts';
import { renderedObjects } from './rendered-objects.ts';

/** Both rules. */
export function namespaceFindings(read: KudoPackage): PackageFinding[] {
  const { namespaceManifest = '' } = read.operator;
  return [
    ...[...read.templates].flatMap(([name, { file, text }]) => {
      const match = name === namespaceManifest ? null : /kind:\s*Namespace/.exec(text);
      if (match === null) return [];
      return [
        errorOf('namespace-kind', {
          message: `template ${goQuoted(name)} contains 'kind: Namespace' not allowed unless specified as 'NamespaceManifest'`,
          file,
          line: text.slice(0, match.index).split('\n').length,
          fix: 'remove it, or name the template as namespaceManifest in operator.yaml',
        }),
      ];
    }),
    ...(namespaceManifest === '' ? [] : manifestFinding(read, namespaceManifest)),
  ];
}

function manifestFinding(read: KudoPackage, name: string): PackageFinding[] {
  const problem = manifestProblem(name, read.templates.get(name)?.text);
  if (problem === undefined) return [];
  return [
    errorOf('namespace-manifest', {
      message: problem,
      file: packagePath(read.directory, OPERATOR_FILE),
      line: lineOf(read, OPERATOR_FILE, ['namespaceManifest']),
      fix: 'name a template with one object of kind Namespace',
    }),
  ];
}

function manifestProblem(name: string, text: string | undefined): string | undefined {
  const manifest = `NamespaceManifest ${goQuoted(name)}`;
  if (text === undefined) return `${manifest} not found in /templates folder`;
  const objects = renderedObjects(text);
  if ('problem' in objects) return `Unable to marshal ${manifest}: ${objects.problem}`;
  const [object, another] = objects.objects;
  if (object === undefined) return `${manifest} found but does not contain a manifest`;
  if (another !== undefined)
    return `${manifest} found but contains ${String(objects.objects.length)} manifests which is greater than 1`;
  return isJsonObject(object) && object['kind'] === 'Namespace'
    ? undefined
    : `${manifest} found but manifest is not kind: Namespace`;
}
