/** What the API server itself says it was asked for, and by whom: the audit log of a test cluster. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { z } from 'zod';

/** The part of `audit.k8s.io/v1` Event that tests look at; absent fields of `objectRef` come as undefined. */
const AuditEvent = z.object({
  auditID: z.string(),
  stage: z.string(),
  /** When it was answered, RFC 3339 with six digits. */
  stageTimestamp: z.string().optional(),
  verb: z.string(),
  requestURI: z.string(),
  userAgent: z.string().optional(),
  user: z.object({ username: z.string().optional(), groups: z.array(z.string()).optional() }),
  impersonatedUser: z.unknown().optional(),
  sourceIPs: z.array(z.string()).optional(),
  objectRef: z
    .object({
      apiGroup: z.string().optional(),
      apiVersion: z.string().optional(),
      resource: z.string().optional(),
      namespace: z.string().optional(),
      name: z.string().optional(),
      subresource: z.string().optional(),
    })
    .optional(),
  responseStatus: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/**
 * The requests that are answered by now, in the order of their answers, of those lines that hold the text. The log is
 * written a little behind them. `from`: how long the log was where the first of them begins.
 */
export function auditEvents(path: string, text: string, from = 0): AuditEvent[] {
  // The last line may be half written.
  const lines = readFileSync(path).toString('utf8', from).split('\n').slice(0, -1);
  return lines.filter((line) => line.includes(text)).map((line) => AuditEvent.parse(JSON.parse(line)));
}

/** What Capstan made more than once of what belongs to the word: in a namespace of that name, or with it in its own. */
export function madeTwice(path: string, word: string): string[] {
  const made = auditEvents(path, word)
    .filter(({ responseStatus }) => responseStatus?.code === 201)
    .filter(({ userAgent }) => userAgent === 'capstan')
    // Tokens are of an account, and dry runs make nothing.
    .filter(
      ({ objectRef, requestURI }) => objectRef?.subresource === undefined && !requestURI.includes('dryRun='),
    )
    .filter(({ objectRef }) => objectRef?.namespace === word || objectRef?.name?.includes(word) === true)
    .map(({ objectRef }) => `${objectRef?.resource ?? ''} ${objectRef?.name ?? ''}`);
  return made.filter((object, index) => made.indexOf(object) !== index);
}

/** Reads on where it stopped: each call gives what has been answered since the one before, of those lines that hold the text. */
export function followAudit(path: string, text: string): () => AuditEvent[] {
  let position = 0;
  return () => {
    const read = readFrom(path, position);
    const whole = read.subarray(0, read.lastIndexOf('\n') + 1);
    position += whole.length;
    const lines = whole.toString('utf8').split('\n').slice(0, -1);
    return lines.filter((line) => line.includes(text)).map((line) => AuditEvent.parse(JSON.parse(line)));
  };
}

/** What is written by now, from there on: such a log grows to gigabytes. */
function readFrom(path: string, position: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.max(0, fstatSync(file).size - position));
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, position));
  } finally {
    closeSync(file);
  }
}
