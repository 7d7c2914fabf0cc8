/** Parts of addresses, encoded: whatever a part holds, it stays one part. */

/** The path of these segments, from the root. */
export function pathOf(segments: readonly string[]): string {
  return `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
}

/** A query by parameter; of a list each text is a value of its own. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A query with its `?`; parameters without value are left out. */
export function queryOf(parameters: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of typeof value === 'object' ? value : [value])
      if (one !== undefined && one !== '') query.append(name, String(one));
  }
  return questionMarked(query);
}

/** A query with its `?`; nothing when it is empty. */
export function questionMarked(query: URLSearchParams): string {
  return query.size === 0 ? '' : `?${query.toString()}`;
}
