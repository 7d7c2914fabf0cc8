/** Names of fields and parameters whose values are not shown unasked. */

/** By name only where the name says nothing else: `passwordSecretRef` or `tokenURL` name no password. */
export function namesPassword(name: string): boolean {
  return /(?:^|[a-z_-])(?:password|passwd|passphrase)$/i.test(name);
}
