/** What the API server's audit log says that the controller asked for. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const AuditEvent = z.object({
  verb: z.string(),
  userAgent: z.string().optional(),
  requestURI: z.string(),
  requestReceivedTimestamp: z.string(),
  objectRef: z
    .object({ resource: z.string(), namespace: z.string().optional(), name: z.string().optional() })
    .optional(),
  responseStatus: z.object({ code: z.number() }).optional(),
});
type AuditEvent = z.infer<typeof AuditEvent>;

export interface Requests {
  total: number;
  byVerb: ReadonlyMap<string, number>;
  /** Made, InstallPlans, CSVs and Events included. */
  objects: number;
  /** Creates of what was there already, and objects that were made twice. */
  duplicates: number;
}

/** The text of the log once it stands still: it is written a little behind the requests. */
export async function auditAtRest(path: string): Promise<string> {
  let text = '';
  for (let next = readFileSync(path, 'utf8'); next !== text; next = readFileSync(path, 'utf8')) {
    text = next;
    await delay(500);
  }
  return text;
}

/** What the log says once it stands still. */
export async function auditOf(path: string): Promise<AuditEvent[]> {
  const text = await auditAtRest(path);
  const lines = text.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.flatMap((line) => AuditEvent.safeParse(JSON.parse(line)).data ?? []);
}

/** What this process asked for on the user's behalf; it goes by the same name as the controller. */
const USER_CREATES: ReadonlySet<string> = new Set(['namespaces', 'operatorgroups', 'subscriptions']);

/**
 * @param since Unix ms.
 * @param about only what concerns this name; everything when absent.
 */
export function requestsSince(audit: readonly AuditEvent[], since: number, about?: string): Requests {
  const requests = audit.filter(({ verb, userAgent, requestURI, objectRef, requestReceivedTimestamp }) => {
    if (Date.parse(requestReceivedTimestamp) < since) return false;
    if (userAgent !== 'capstan' || verb === 'list' || verb === 'watch') return false;
    if (objectRef?.resource === 'leases') return false;
    if (verb === 'create' && USER_CREATES.has(objectRef?.resource ?? '')) return false;
    return about === undefined || objectRef?.namespace === about || requestURI.includes(about);
  });
  const made = requests
    .filter(({ responseStatus }) => responseStatus?.code === 201)
    .map(({ objectRef, requestURI }) => {
      const { resource = '', namespace = '', name } = objectRef ?? {};
      return `${resource}/${namespace}/${name ?? requestURI}`;
    });
  const refused = requests.filter(
    ({ verb, responseStatus }) => verb === 'create' && responseStatus?.code === 409,
  );
  const byVerb = new Map<string, number>();
  for (const { verb } of requests) byVerb.set(verb, (byVerb.get(verb) ?? 0) + 1);
  return {
    total: requests.length,
    byVerb,
    objects: made.length,
    duplicates: refused.length + made.length - new Set(made).size,
  };
}
