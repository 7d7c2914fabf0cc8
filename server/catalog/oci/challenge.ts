/** `WWW-Authenticate` of a registry. Source: RFC 9110 section 11.6.1, distribution `docs/spec/auth/token`. */

/** One way to sign in that a server offers. */
export interface Challenge {
  /** In lower case. */
  scheme: string;
  /** Names in lower case. */
  parameters: ReadonlyMap<string, string>;
}

const MAX_HEADER = 8192;
const PART =
  /\s*(?:([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w/:=-]+))|([!#$%&'*+.^_`|~\w-]+))\s*,?/y;

/** All challenges of one header; what is no challenge ends the reading. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const text = header.slice(0, MAX_HEADER);
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (match === null) break;
    const [, name, quoted, plain, scheme] = match;
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (name !== undefined && value !== undefined)
      challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return challenges;
}
