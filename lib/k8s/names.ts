/** Rules for names of objects. Source: k8s.io/apimachinery `util/validation` (DNS-1123 label and subdomain). */

const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

/** Why a text cannot be a name. The texts are under `olm.wrongName`. */
export type NameProblem =
  | { code: 'long'; values: { max: number; length: number } }
  | { code: 'empty' | 'labelLetters' | 'begins' | 'ends' | 'subdomainLetters' | 'parts' };

/** Why `name` cannot be a DNS-1123 label (names of namespaces); undefined when it can. */
export function labelProblem(name: string): NameProblem | undefined {
  if (name === '') return { code: 'empty' };
  if (name.length > MAX_LABEL) return tooLong(name, MAX_LABEL);
  if (!/^[a-z0-9-]*$/.test(name)) return { code: 'labelLetters' };
  if (!/^[a-z0-9]/.test(name)) return { code: 'begins' };
  return /[a-z0-9]$/.test(name) ? undefined : { code: 'ends' };
}

/** Why `name` cannot be a DNS-1123 subdomain (names of most objects); undefined when it can. */
export function subdomainProblem(name: string): NameProblem | undefined {
  if (name === '') return { code: 'empty' };
  if (name.length > MAX_SUBDOMAIN) return tooLong(name, MAX_SUBDOMAIN);
  if (!/^[a-z0-9.-]*$/.test(name)) return { code: 'subdomainLetters' };
  const isRight = name.split('.').every((part) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(part));
  return isRight ? undefined : { code: 'parts' };
}

function tooLong({ length }: string, max: number): NameProblem {
  return { code: 'long', values: { max, length } };
}
