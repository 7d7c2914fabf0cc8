/** RFC 3339 in whole seconds, as the API server writes times. @param ms Unix milliseconds. */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
