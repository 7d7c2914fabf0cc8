/** How deep and how wide data is, before anything that recurses sees it. */

/** Bounds on data. */
export interface Extent {
  /** Values, each as often as it would be written out. */
  readonly nodes: number;
  /** Of values within each other. */
  readonly depth: number;
  /** Of all texts and names of fields, as often as they would be written out. Absent: any number. */
  readonly characters?: number;
}

/** False once there are more, or deeper ones, than allowed. */
export function isWithinExtent(value: unknown, allowed: Extent): boolean {
  // Every value of a catalog passes here several times: nothing is made for one.
  const open = [value];
  const depths = [0];
  let left = allowed.nodes;
  let characters = allowed.characters ?? Infinity;
  while (open.length > 0) {
    const next = open.pop();
    const depth = (depths.pop() ?? 0) + 1;
    left -= 1;
    characters -= charactersOf(next);
    if (left < 0 || characters < 0 || depth > allowed.depth + 1) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const child of Object.values(next)) {
      open.push(child);
      depths.push(depth);
    }
    // What waits will be counted too: no need to gather more of it than is allowed.
    if (open.length > left) return false;
  }
  return true;
}

/** Of a text, or of the names of an object's fields. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
  let characters = 0;
  for (const name of Object.keys(value)) characters += name.length;
  return characters;
}

/** How many brackets of JSON text stand within each other at the deepest place, up to one more than `limit`. */
export function jsonDepth(text: string, limit: number): number {
  let [depth, deepest] = [0, 0];
  for (let index = 0; index < text.length && deepest <= limit; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22:
        index = endOfString(text, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        deepest = Math.max(deepest, depth);
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
    }
  }
  return deepest;
}

/** The index of the quotation mark that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; ; index += 1) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return text.length;
    let before = quote - 1;
    while (text.charCodeAt(before) === 0x5c) {
      before -= 1;
    }
    if ((quote - before) % 2 === 1) return quote;
    index = quote;
  }
}
