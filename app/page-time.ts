/** When this page is being made, in Unix ms: ages in its first HTML are of this moment, on both sides. */
export function pageTime(): number {
  return Date.now();
}
