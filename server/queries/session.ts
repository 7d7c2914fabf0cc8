import { z } from 'zod';

import { resources } from '#lib/k8s/resources.ts';
import type { Session } from '#lib/session.ts';
import type { Identity } from '#server/auth/identity.ts';
import { ask } from '#server/kube/ask.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import { createLeaseMemory, type LeaseMemory } from './lease-memory.ts';
import { detectLifecycle } from './lifecycle.ts';
import type { ControllerLease } from './lifecycle.ts';

/** What the console knows of itself, whoever asks. */
export interface SessionFacts {
  clusterName: string;
  /** Shown when the cluster does not say who the user is. */
  userName: string;
  mode: Session['mode'];
  changes: Session['changes'];
  lease: ControllerLease;
}

/** The session of an identity. */
export type SessionQuery = (identity: Identity) => Promise<Session>;

const SelfSubjectReview = z.object({
  status: z.object({ userInfo: z.object({ username: z.string(), groups: z.array(z.string()).default([]) }) }),
});

const freshMs = 10_000;
const keptSessions = 500;

/** Never rejects: a cluster that does not answer leaves out what only it knows. One question per identity and 10 s. */
export function createSessionQuery(facts: SessionFacts): SessionQuery {
  const memory = createLeaseMemory();
  const kept = new Map<string, { until: number; session: Promise<Session> }>();
  return (identity) => {
    const known = kept.get(identity.key);
    if (known !== undefined && known.until > monotonicClock.now()) return known.session;
    if (kept.size >= keptSessions) kept.clear();
    const session = sessionOf(identity, facts, memory);
    kept.set(identity.key, { until: monotonicClock.now() + freshMs, session });
    return session;
  };
}

async function sessionOf(identity: Identity, facts: SessionFacts, memory: LeaseMemory): Promise<Session> {
  const [version, user, found] = await Promise.all([
    orUndefined(identity.client.version()),
    orUndefined(whoAmI(identity)),
    detectLifecycle(identity, facts.lease, memory),
  ]);
  return {
    cluster: {
      name: facts.clusterName,
      server: identity.client.server,
      ...(version === undefined ? {} : { version: version.gitVersion }),
    },
    user: user ?? { name: facts.userName, groups: [] },
    mode: facts.mode,
    lifecycle: found.lifecycle,
    changes: facts.changes,
    catalogNamespace: facts.lease.namespace,
  };
}

async function whoAmI({ client }: Identity): Promise<Session['user']> {
  const answer = await ask(client, resources.selfSubjectReviews);
  const { username, groups } = SelfSubjectReview.parse(answer).status.userInfo;
  return { name: username, groups };
}

async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch {
    return undefined;
  }
}
