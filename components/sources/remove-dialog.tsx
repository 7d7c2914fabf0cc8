'use client';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { useWatch } from '#components/data/use-watch.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { optional } from '#lib/base/loose.ts';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import { removalImpact, type RemovalImpact } from '#lib/olm/sources/removal.ts';
import type { SourceRow } from '#lib/olm/sources/view.ts';
import type { CatalogSource, Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';
import { useSourceFacts } from './use-sources.ts';

interface RemoveDialogProps {
  readonly row: SourceRow;
  readonly onClose: () => void;
  /** Once it is gone. */
  readonly onRemoved?: () => void;
}

/** Names what goes with a source before it is deleted. Where Subscriptions use it, its name has to be typed. */
export function RemoveDialog({ row, onClose, onRemoved }: RemoveDialogProps): ReactNode {
  const t = useTranslations('sources');
  const toast = useToast();
  const submit = useSubmit();
  const [open, setOpen] = useState(true);
  const preview = useImpact(row);
  const { namespace, name, source } = row;
  const { uid } = source.metadata;
  const change: Change = {
    verb: 'delete',
    resource: resources.catalogSources,
    ref: { namespace, name },
    ...optional({ uid }),
  };
  const denial = useMayChange([change]);
  const used = (preview.impact?.subscriptions.length ?? 0) > 0;
  const remove = async (): Promise<void> => {
    if (!(await submit({ title: t('remove', { name: row.title }), changes: [change] }))) return;
    toast({ tone: 'good', title: t('removed', { name: row.title }) });
    onRemoved?.();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) onClose();
      }}
      title={t('removeAsk', { name: row.title })}
      action={t('remove', { name: row.title })}
      danger
      {...(used ? { typeToConfirm: name } : {})}
      onConfirm={remove}
      {...denial}
      disabledReason={preview.impact === undefined ? t('lookingUp') : denial.disabledReason}
      more={<ChangeMenu changes={() => [change]} />}
    >
      {preview.impact === undefined ? <SkeletonText lines={5} /> : <Impact impact={preview.impact} />}
      {preview.unknown.map((what) => (
        <Notice key={what} tone="warn" title={t(`unknown.${what}`)} />
      ))}
      <HandOutNote />
    </ConfirmDialog>
  );
}

interface Preview {
  /** Undefined while it is being looked up. */
  readonly impact: RemovalImpact | undefined;
  /** What could not be looked at. */
  readonly unknown: readonly ('packages' | 'subscriptions' | 'someSubscriptions')[];
}

function useImpact({ namespace, name }: SourceRow): Preview {
  const { globalNamespaces } = useSourceFacts();
  const tiles = useTiles();
  const sources = useScopedWatch<CatalogSource>({ resource: resources.catalogSources });
  const own = useWatch<CatalogSource>({ resource: resources.catalogSources, namespace });
  const subscriptions = useScopedWatch<Subscription>({ resource: resources.subscriptions });
  const items = sources.state === 'ready' ? sources.items : own.items;
  const impact = useMemo(
    () =>
      removalImpact(
        { namespace, name },
        { tiles: tiles.data ?? [], sources: items, subscriptions: subscriptions.items, globalNamespaces },
      ),
    [namespace, name, tiles.data, items, subscriptions.items, globalNamespaces],
  );
  const waits = tiles.state === 'loading' || sources.state === 'loading' || subscriptions.state === 'loading';
  if (waits) return { impact: undefined, unknown: [] };
  return {
    impact,
    unknown: [
      ...(tiles.data === undefined ? (['packages'] as const) : []),
      ...(subscriptions.state === 'ready' ? [] : (['subscriptions'] as const)),
      ...(subscriptions.within === undefined ? [] : (['someSubscriptions'] as const)),
    ],
  };
}

function Impact({ impact }: { readonly impact: RemovalImpact }): ReactNode {
  const t = useTranslations('sources');
  const { gone, elsewhere, subscriptions } = impact;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p>{t('removeEffect')}</p>
      {subscriptions.length === 0 ? null : (
        <Part title={t('usedBy', { count: subscriptions.length })} note={t('usedByWhy')} tone="bad">
          {subscriptions.map(({ metadata }) => (
            <SubscriptionLine key={`${metadata.namespace ?? ''}/${metadata.name}`} metadata={metadata} />
          ))}
        </Part>
      )}
      {gone.length === 0 ? null : (
        <Part title={t('onlyHere', { count: gone.length })} note={t('onlyHereWhy')} tone="bad">
          {gone.map(({ package: name, displayName }) => (
            <li key={name} className="px-3 py-1.5 break-words">
              {displayName} <span className="font-mono text-xs text-muted">{name}</span>
            </li>
          ))}
        </Part>
      )}
      {elsewhere.length === 0 ? null : (
        <Part title={t('elsewhere', { count: elsewhere.length })} note={t('elsewhereWhy')} tone="good">
          {elsewhere.map(({ package: name, displayName, by }) => (
            <li key={name} className="px-3 py-1.5 break-words">
              {displayName}{' '}
              <span className="text-muted">{t('servedBy', { source: `${by.namespace}/${by.name}` })}</span>
            </li>
          ))}
        </Part>
      )}
      {gone.length + elsewhere.length + subscriptions.length === 0 ? <p>{t('nothingLost')}</p> : null}
    </div>
  );
}

function SubscriptionLine({ metadata }: Pick<Subscription, 'metadata'>): ReactNode {
  const scope = useScope();
  const { namespace = '', name } = metadata;
  return (
    <li className="px-3 py-1.5 break-words">
      <Link href={urls.subscription({ namespace, name }, scope)} className="text-accent hover:underline">
        {namespace}/{name}
      </Link>
    </li>
  );
}

interface PartProps {
  readonly title: string;
  readonly note: string;
  readonly tone: 'good' | 'bad';
  readonly children: ReactNode;
}

function Part({ title, note, tone, children }: PartProps): ReactNode {
  return (
    <section className="min-w-0">
      <h3 className={tone === 'bad' ? 'font-semibold text-bad' : 'font-semibold text-good'}>{title}</h3>
      <p className="mb-1 text-sm text-muted">{note}</p>
      <ul
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A list that scrolls has to be reachable by keyboard.
        tabIndex={0}
        aria-label={title}
        className="max-h-48 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {children}
      </ul>
    </section>
  );
}
