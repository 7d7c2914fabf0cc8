/** Whether a cluster is new enough for a package (KUDO CLI: major and minor count, a patch does not). */

/** `unknown` where one of the versions says nothing. */
export type KubernetesFit = 'fits' | 'tooOld' | 'unknown';

/** @param wanted as packages write it, such as `1.17` or `1.17.0`; @param has such as `v1.36.3` */
export function kubernetesFit(wanted: string, has: string | undefined): KubernetesFit {
  const [least, is] = [numbersOf(wanted), numbersOf(has ?? '')];
  if (least === undefined || is === undefined) return 'unknown';
  const isLater = is.major > least.major || (is.major === least.major && is.minor >= least.minor);
  return isLater ? 'fits' : 'tooOld';
}

function numbersOf(version: string): { major: number; minor: number } | undefined {
  const [, major, minor] = /^\s*v?(\d{1,6})\.(\d{1,6})/.exec(version) ?? [];
  return major === undefined || minor === undefined
    ? undefined
    : { major: Number(major), minor: Number(minor) };
}
