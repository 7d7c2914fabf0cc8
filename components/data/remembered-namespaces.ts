/** Namespaces that a user has named, kept in the browser: for people who may not list them. */
import { labelProblem } from '#lib/k8s/names.ts';
import { maxNamedNamespaces } from '#lib/reachable.ts';

const prefix = 'capstan-namespaces';

/** Where one user's names of one cluster are kept. */
export function memoryKey(session: { cluster: { server: string }; user: { name: string } }): string {
  return `${prefix}:${session.cluster.server}:${session.user.name}`;
}

/** What is kept, the last one named first. Whatever else may have got there is passed over. */
export function namesFrom(text: string | null): readonly string[] {
  if (text === null) return [];
  return text
    .split(',')
    .filter((name) => labelProblem(name) === undefined)
    .slice(0, maxNamedNamespaces);
}

/** What is kept after one more was named. */
export function withName(names: readonly string[], name: string): string {
  return [name, ...names.filter((other) => other !== name)].slice(0, maxNamedNamespaces).join(',');
}
