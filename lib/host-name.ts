/** Names that lead to the machine they are used on, whoever answers for others. */

/** Everything below `localhost` does, for browsers (RFC 6761); one label is enough for whoever wants a name of their own. */
const loopbackName = /^(?:127\.0\.0\.1|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)?localhost)$/;

/** Whether a console may be opened by this name. */
export function isLoopbackName(name: string): boolean {
  return loopbackName.test(name);
}

/** What to say of one that is none. */
export function notLoopbackName(name: string): string {
  return `--host-name ${name} does not lead to this machine alone: use NAME.localhost, localhost or 127.0.0.1.`;
}
