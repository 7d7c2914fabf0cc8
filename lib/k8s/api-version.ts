/** Order of API versions. Source: k8s.io/apimachinery `pkg/version` (CompareKubeAwareVersionStrings). */

interface Parsed {
  major: number;
  /** 0 alpha, 1 beta, 2 stable. */
  stage: number;
  minor: number;
}

function parse(version: string): Parsed | undefined {
  const found = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (found === null) return undefined;
  const stage = found[2] === undefined ? 2 : found[2] === 'beta' ? 1 : 0;
  return { major: Number(found[1]), stage, minor: Number(found[3] ?? 0) };
}

/** Negative when `left` comes before `right`: stable before beta before alpha, higher numbers first, others last by name. */
export function compareApiVersions(left: string, right: string): number {
  const a = parse(left);
  const b = parse(right);
  if (a === undefined || b === undefined)
    return Number(a === undefined) - Number(b === undefined) || left.localeCompare(right, 'en');
  return b.stage - a.stage || b.major - a.major || b.minor - a.minor;
}
