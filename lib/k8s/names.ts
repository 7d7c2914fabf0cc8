/** Rules for names of objects. Source: k8s.io/apimachinery `util/validation` (DNS-1123 label and subdomain). */

const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

/** Why `name` cannot be a DNS-1123 label (names of namespaces); undefined when it can. */
export function labelProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name.';
  if (name.length > MAX_LABEL)
    return `Use at most ${String(MAX_LABEL)} characters (now ${String(name.length)}).`;
  if (!/^[a-z0-9-]*$/.test(name)) return 'Only lower-case letters, digits and “-”.';
  if (!/^[a-z0-9]/.test(name)) return 'Start with a letter or a digit.';
  if (!/[a-z0-9]$/.test(name)) return 'End with a letter or a digit.';
  return undefined;
}

/** Why `name` cannot be a DNS-1123 subdomain (names of most objects); undefined when it can. */
export function subdomainProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name.';
  if (name.length > MAX_SUBDOMAIN)
    return `Use at most ${String(MAX_SUBDOMAIN)} characters (now ${String(name.length)}).`;
  if (!/^[a-z0-9.-]*$/.test(name)) return 'Only lower-case letters, digits, “-” and “.”.';
  if (!name.split('.').every((part) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(part))) {
    return 'Each part between dots has to begin and end with a letter or a digit.';
  }
  return undefined;
}
