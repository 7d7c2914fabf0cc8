'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useChangePolicy } from '#components/data/change-policy.ts';
import { accessResult, useAccess } from '#components/data/use-api.ts';
import type { AccessResult, WhyNot } from '#components/data/use-api.ts';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { checkOf } from '#lib/access.ts';
import type { AccessCheck } from '#lib/access.ts';
import { accessOf } from '#lib/k8s/change.ts';
import type { Change } from '#lib/k8s/change.ts';
import type { Resource } from '#lib/k8s/object.ts';
import type { ChangePolicy } from '#lib/session.ts';
import type { Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';

/** What a button needs to know; spread it on one. Empty when the user may. */
export interface Denial {
  readonly disabledReason?: string;
  readonly explanation?: ReactNode;
}

/** Few people ever open it, so no page brings it along. */
export const MissingRights = dynamic(async () => (await import('./missing-rights.tsx')).MissingRights, {
  loading: () => <SkeletonText lines={6} />,
});

/** May the user make all of these changes? Until that is known: no. */
export function useMayChange(changes: readonly Change[]): Denial {
  return useMay(changes.map(accessOf));
}

/** The same for rights that belong to no change of ours. */
export function useMay(checks: readonly AccessCheck[]): Denial {
  const policy = useChangePolicy();
  const denialOf = useDenial(policy);
  return denialOf(useAccess(asked(policy, checks)));
}

/** May the user read what these are about? Reading is asked for under every policy. */
export function useMayRead(checks: readonly AccessCheck[]): Denial {
  const denialOf = useDenial('apply');
  return denialOf(useAccess(checks));
}

/** Several questions, each with an answer of its own. */
export function useMayEach(checks: readonly AccessCheck[]): readonly Denial[] {
  const policy = useChangePolicy();
  const denialOf = useDenial(policy);
  const { answers } = useAccess(asked(policy, checks));
  return checks.map((check, index) => denialOf(accessResult([check], answers.slice(index, index + 1))));
}

/**
 * May the user do this to objects of a type in the chosen namespace? While all are chosen, one in which they may is
 * enough: the page behind the link asks again for the namespace it is about.
 */
export function useMayHere(
  verb: string,
  resource: Pick<Resource, 'group' | 'plural' | 'namespaced'>,
  { namespace }: Scope,
  others: readonly string[] = [],
): Denial {
  const policy = useChangePolicy();
  const denialOf = useDenial(policy);
  const everywhere = checkOf(verb, resource, { namespace });
  const wide = namespace === undefined && resource.namespaced;
  const inOthers = wide ? others.map((name) => checkOf(verb, resource, { namespace: name })) : [];
  const access = useAccess(asked(policy, [everywhere, ...inOthers]));
  if (access.answers.some(({ allowed }) => allowed)) return denialOf({ allowed: true, missing: [] });
  // Where people work in some namespaces, those are what they will want.
  const missing = access.missing.filter((check) => inOthers.length === 0 || check !== everywhere);
  return denialOf({ ...access, missing });
}

/** With GitOps nobody needs rights: what is handed out takes the way of the repository. */
function asked(policy: ChangePolicy, checks: readonly AccessCheck[]): readonly AccessCheck[] {
  return policy === 'apply' ? checks : [];
}

/** The Role with its binding that would grant the checks. */
export const GrantRole = dynamic(async () => (await import('./missing-rights.tsx')).GrantRole);

type Verdict = Pick<AccessResult, 'allowed' | 'reason' | 'missing'>;

/** Puts into words what the answers mean under the policy. */
function useDenial(policy: ChangePolicy): (verdict: Verdict) => Denial {
  const t = useTranslations('olm');
  if (policy === 'readOnly') {
    const readOnly = { disabledReason: t('access.readOnly') };
    return () => readOnly;
  }
  return ({ allowed, reason, missing }) => {
    if (allowed || policy === 'gitops') return {};
    const disabledReason = reasonText(reason, t);
    return missing.length === 0
      ? { disabledReason }
      : { disabledReason, explanation: <MissingRights checks={missing} /> };
  };
}

function reasonText(reason: WhyNot | undefined, t: Translate<'olm'>): string {
  if (reason?.code === 'denied') return t('access.denied', reason.values);
  return t(reason?.code === 'asking' ? 'access.asking' : 'access.unchecked');
}
