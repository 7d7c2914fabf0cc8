/**
 * Where may the user read anything? The API server has no question for that, so likely namespaces are tried: those
 * that the user names, the one of the kubeconfig's context, that of the user's ServiceAccount, and all of them for
 * users who may list namespaces. Each is one SelfSubjectRulesReview with the user's own credentials.
 */
import { z } from 'zod';

import { isReadable, readableTypes } from '#lib/access-rules.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { labelProblem } from '#lib/k8s/names.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ReachableNamespaces } from '#lib/reachable.ts';
import { checkOf } from '#lib/access.ts';
import type { AccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import { ask } from '#server/kube/ask.ts';

/** Names to begin with; they are tried, not believed. */
export interface NamespacesQuestion {
  /** Named by the user: typed, or remembered from before. */
  named: readonly string[];
  /** Of the kubeconfig's context. */
  context?: string | undefined;
}

const maxTried = 100;
const parallel = 8;

/** Never rejects: what cannot be found out is left out. */
export async function queryNamespaces(
  identity: Identity,
  access: AccessReviews,
  { named, context }: NamespacesQuestion,
): Promise<ReachableNamespaces> {
  const [listed, own] = await Promise.all([listedNames(identity), accountNamespace(identity)]);
  const likely = [...named, context, own].filter(
    (name) => name !== undefined && labelProblem(name) === undefined,
  );
  const all = [...new Set([...likely, ...listed])].filter((name) => name !== undefined);
  const tried = all.slice(0, maxTried);
  const found: ReachableNamespaces['namespaces'] = [];
  for (let start = 0; start < tried.length; start += parallel) {
    const batch = tried.slice(start, start + parallel);
    const reads = await Promise.all(batch.map((name) => readsIn(identity, access, name)));
    batch.forEach((name, index) => {
      const types = reads[index] ?? [];
      if (types.length > 0) found.push({ name, reads: types });
    });
  }
  return { namespaces: found, omitted: all.length - tried.length };
}

async function listedNames({ client }: Identity): Promise<string[]> {
  try {
    const { items } = await client.list(resources.namespaces, { metadataOnly: true });
    return items.map(({ metadata }) => metadata.name);
  } catch {
    return [];
  }
}

const WhoAmI = z.object({ status: z.object({ userInfo: z.object({ username: z.string() }) }) });

/** ServiceAccounts usually work where they live. Source: `apiserver/pkg/authentication/serviceaccount`. */
async function accountNamespace({ client }: Identity): Promise<string | undefined> {
  try {
    const answer = await ask(client, resources.selfSubjectReviews);
    return /^system:serviceaccount:([^:]+):/.exec(WhoAmI.parse(answer).status.userInfo.username)?.[1];
  } catch {
    return undefined;
  }
}

const strings = z.array(z.string());
const Rules = z.object({
  status: z.object({
    incomplete: z.boolean().default(false),
    resourceRules: z.array(
      z.object({
        verbs: strings,
        apiGroups: strings.optional(),
        resources: strings.optional(),
        resourceNames: strings.optional(),
      }),
    ),
  }),
});

/** Asked one by one where the cluster's authorizer cannot list rules. */
const decisive: readonly Resource[] = [
  resources.clusterServiceVersions,
  resources.subscriptions,
  resources.installPlans,
];

async function readsIn(identity: Identity, access: AccessReviews, namespace: string): Promise<string[]> {
  try {
    const answer = await ask(identity.client, resources.selfSubjectRulesReviews, { spec: { namespace } });
    const { incomplete, resourceRules } = Rules.parse(answer).status;
    const types = readableTypes(resourceRules);
    return incomplete ? [...types, ...(await askedTypes(identity, access, namespace, types))] : types;
  } catch {
    return [];
  }
}

async function askedTypes(
  identity: Identity,
  access: AccessReviews,
  namespace: string,
  known: readonly string[],
): Promise<string[]> {
  const open = decisive.filter((resource) => !isReadable(known, resource));
  const checks = open.flatMap((resource) =>
    ['list', 'watch'].map((verb) => checkOf(verb, resource, { namespace })),
  );
  const answers = await access.review(identity, checks);
  return open
    .filter(
      (_resource, index) => answers[2 * index]?.allowed === true && answers[2 * index + 1]?.allowed === true,
    )
    .map(({ plural, group }) => `${plural}.${group}`);
}
