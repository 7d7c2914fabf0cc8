/** What Capstan wrote while nobody asked for anything, by the API server's own account. */
import { statSync } from 'node:fs';
import type { AuditEvent } from '../testing/audit.ts';
import { auditEvents } from '../testing/audit.ts';
import { SOAK_USER } from './credentials.ts';

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Questions and signs of life that are written because the API has no other form for them. */
const NO_CHANGES = /^(leases|.*reviews)$/;

export interface IdleWrites {
  /** From now on nothing should be written. */
  begin(): void;
  /** Until now; what was written since, in words. */
  end(): string[];
}

export function watchIdleWrites(auditLog: string): IdleWrites {
  let from: number | undefined;
  return {
    begin: () => {
      from = statSync(auditLog).size;
    },
    end: () => {
      if (from === undefined) return [];
      const events = auditEvents(auditLog, SOAK_USER, from);
      from = undefined;
      return events.filter(isWrite).map(inWords);
    },
  };
}

function isWrite({ verb, stage, user, objectRef }: AuditEvent): boolean {
  const { resource = '', subresource = '' } = objectRef ?? {};
  return (
    user.username === SOAK_USER &&
    stage === 'ResponseComplete' &&
    WRITES.has(verb) &&
    !NO_CHANGES.test(resource) &&
    subresource !== 'token'
  );
}

function inWords({ verb, objectRef }: AuditEvent): string {
  const { resource = '', subresource, namespace, name = '' } = objectRef ?? {};
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  return `${verb} ${what} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
