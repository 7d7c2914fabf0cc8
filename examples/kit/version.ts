/** Of `2.1.0` the 2; 1 of what is no version. */
export function majorOf(version: string): number {
  const major = Number.parseInt(version, 10);
  return Number.isNaN(major) ? 1 : major;
}
