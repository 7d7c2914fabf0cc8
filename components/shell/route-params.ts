/** Next hands path segments over as they stand in the address; a broken escape is taken literally. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
