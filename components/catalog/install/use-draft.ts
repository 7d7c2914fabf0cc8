'use client';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useApi } from '#components/data/use-api.ts';
import { useWatch, type WatchResult } from '#components/data/use-watch.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import { labelProblem } from '#lib/k8s/names.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import {
  defaultMode,
  defaultNamespace,
  draftBundle,
  isOlderThanHead,
} from '#lib/olm/foresight/install-draft.ts';
import type { InstallDraft, InstallDraftFacts } from '#lib/olm/foresight/install-draft.ts';
import type { OperatorGroup, Subscription } from '#lib/olm/api/types.ts';
import { chosenChannel, versionRows } from '#lib/olm/content/version-list.ts';

/** What the user has set by hand; everything else follows from the package and the cluster. */
type Chosen = Partial<InstallDraft>;

export interface InstallDraftState {
  draft: InstallDraft;
  facts: InstallDraftFacts;
  /** Names for the namespace field; empty when they may not be listed. */
  namespaces: readonly string[];
  /** Has the cluster told what the namespace holds? */
  checked: boolean;
  /** Why the namespace could not be looked into. */
  unchecked: string | undefined;
  /** What may not be listed there. */
  unreadable: readonly Resource[];
  set: (change: Chosen) => void;
}

export function useInstallDraft(pkg: PackageDetail): InstallDraftState {
  const asked = useAsked(pkg);
  const { namespace: picked } = useScope();
  const [chosen, setChosen] = useState<Chosen>({});
  const channel = chosen.channel ?? asked.channel;
  const csv = chosen.csv ?? asked.csv;
  const bundle = draftBundle(pkg, { channel, csv });
  const namespace = chosen.namespace ?? (bundle === undefined ? '' : defaultNamespace(bundle, picked));
  const cluster = useNamespaceFacts(namespace);
  const base: InstallDraft = {
    namespace,
    channel,
    csv,
    mode:
      chosen.mode ??
      (bundle === undefined ? 'AllNamespaces' : defaultMode(bundle, namespace, cluster.facts.groups)),
    targets: chosen.targets ?? '',
    approval: chosen.approval ?? 'Automatic',
  };
  const draft: InstallDraft = isOlderThanHead(pkg, base) ? { ...base, approval: 'Manual' } : base;
  return {
    draft,
    ...cluster,
    set: (change) => {
      // Another channel has other versions.
      setChosen({ ...chosen, ...(change.channel === undefined ? {} : { csv: '' }), ...change });
    },
  };
}

/** Channel and version as the address names them. */
function useAsked(pkg: PackageDetail): { channel: string; csv: string } {
  const parameters = useSearchParams();
  const channel = chosenChannel(pkg, parameters.get('channel') ?? undefined);
  const version = parameters.get('version');
  const row =
    channel === undefined ? undefined : versionRows(pkg, channel).find((entry) => entry.version === version);
  return { channel: channel?.name ?? '', csv: row?.csv ?? '' };
}

function useNamespaceFacts(
  namespace: string,
): Pick<InstallDraftState, 'facts' | 'namespaces' | 'checked' | 'unchecked' | 'unreadable'> {
  const namespaces = useWatch({ resource: resources.namespaces });
  const valid = labelProblem(namespace) === undefined;
  const groups = useWatch<OperatorGroup>(
    valid ? { resource: resources.operatorGroups, namespace } : undefined,
  );
  const subscriptions = useWatch<Subscription>(
    valid ? { resource: resources.subscriptions, namespace } : undefined,
  );
  const names = namespaces.items.map(({ metadata }) => metadata.name);
  const exists = useExists(namespaces, valid ? namespace : undefined);
  const results: readonly WatchResult[] = [groups, subscriptions];
  const failed = results.find(({ state }) => state === 'error' || state === 'forbidden');
  const read = [resources.operatorGroups, resources.subscriptions];
  return {
    facts: { namespaceExists: exists, groups: groups.items, subscriptions: subscriptions.items },
    namespaces: names,
    checked: !valid || (namespaces.state !== 'loading' && results.every(({ state }) => state === 'ready')),
    unchecked: valid ? failed?.error?.message : undefined,
    unreadable: read.filter((_resource, index) => results[index]?.state === 'forbidden'),
  };
}

/** Whoever may not list namespaces may still get one's own. Undefined while nobody knows. */
function useExists(listed: WatchResult, namespace: string | undefined): boolean | undefined {
  const asks = listed.state === 'forbidden' && namespace !== undefined;
  const one = useApi<unknown>(asks ? resourceUrl(resources.namespaces, { name: namespace }) : undefined);
  if (listed.state === 'ready') return listed.items.some(({ metadata }) => metadata.name === namespace);
  if (one.state === 'ready') return true;
  return one.error?.kind === 'notFound' ? false : undefined;
}
