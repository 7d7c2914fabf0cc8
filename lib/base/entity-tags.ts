/** True when the header `If-None-Match` lists the tag; compared weakly, as RFC 9110 13.1.2 asks. @param tag with its quotes */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some((item) => item.trim().replace(/^W\//, '') === tag) === true;
}
