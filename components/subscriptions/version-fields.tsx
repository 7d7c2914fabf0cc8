'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { Field } from '#components/ui/field.tsx';
import { Select, type SelectOption } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import { bundleOf } from '#lib/olm/content/channels.ts';
import type { SubscriptionDraft } from '#lib/olm/foresight/subscription-edit.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { chosenChannel, versionRows } from '#lib/olm/content/version-list.ts';
import type { Translate } from '#messages/types.ts';

interface VersionFieldsProps {
  readonly subscription: Subscription;
  /** Undefined while it is looked up. */
  readonly pkg: PackageDetail | 'absent' | undefined;
  readonly draft: SubscriptionDraft;
  readonly onChange: (change: Partial<SubscriptionDraft>) => void;
}

type T = Translate<'subscriptions'>;

/** Which versions come, from where, and whether they wait for somebody. */
export function VersionFields(props: VersionFieldsProps): ReactNode {
  const { subscription, pkg, draft, onChange } = props;
  const t = useTranslations('subscriptions');
  const known = pkg === 'absent' ? undefined : pkg;
  const isInstalled = subscription.status?.installedCSV !== undefined;
  const deprecation = known === undefined ? undefined : deprecationOf(known, draft);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {pkg === 'absent' ? (
        <Notice tone="warn" title={t('noPackage', { name: subscription.spec.name })} />
      ) : null}
      {deprecation === undefined ? null : (
        <Notice tone="warn" title={t('deprecated', { message: deprecation })} />
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SourceField {...props} />
        <Field label={t('channel')}>
          <Select
            value={draft.channel}
            options={channelOptions(t, known, draft.channel)}
            onChange={(channel) => onChange({ channel })}
          />
        </Field>
        {isInstalled ? null : (
          <Field label={t('begin')} help={t('beginHelp')}>
            <Select
              value={draft.startingCSV}
              options={versionOptions(t, known, draft, 'begin')}
              onChange={(startingCSV) => onChange({ startingCSV })}
            />
          </Field>
        )}
        <Field label={t('pin')} {...(draft.pin === '' ? {} : { help: t('pinHelp') })}>
          <Select
            value={draft.pin}
            options={versionOptions(t, known, draft, 'pin')}
            onChange={(pin) => onChange({ pin })}
          />
        </Field>
        <Field label={t('approval')}>
          <Select
            value={draft.approval}
            options={[
              { value: 'Automatic', label: t('automatic') },
              { value: 'Manual', label: t('manual') },
            ]}
            onChange={(value) => onChange({ approval: value === 'Manual' ? 'Manual' : 'Automatic' })}
          />
        </Field>
      </div>
    </div>
  );
}

function SourceField({ subscription, draft, onChange }: VersionFieldsProps): ReactNode {
  const t = useTranslations('subscriptions');
  const tiles = useTiles();
  const having = (tiles.data ?? []).filter(
    (tile) => tile.format === undefined && tile.package === subscription.spec.name,
  );
  const options = having.map((tile): SelectOption => {
    const value = `${tile.catalogNamespace}/${tile.catalog}`;
    return {
      value,
      label: tile.catalogDisplayName === undefined ? value : `${tile.catalogDisplayName} (${value})`,
    };
  });
  const isKnown = options.some(({ value }) => value === draft.catalog);
  const waits = tiles.state === 'loading';
  const current = {
    value: draft.catalog,
    label: waits ? draft.catalog : t('sourceGone', { catalog: draft.catalog }),
  };
  return (
    <Field
      label={t('source')}
      {...(!waits && options.length <= 1 && isKnown ? { help: t('sourceOnly') } : {})}
    >
      <Select
        value={draft.catalog}
        options={isKnown ? options : [current, ...options]}
        onChange={(catalog) => onChange({ catalog })}
      />
    </Field>
  );
}

/** The message of the channel, or of the version that it leads to. */
function deprecationOf(pkg: PackageDetail, draft: SubscriptionDraft): string | undefined {
  const channel = chosenChannel(pkg, draft.channel);
  const wanted = draft.pin === '' ? channel?.head : draft.pin;
  const bundle = wanted === undefined ? undefined : bundleOf(pkg, wanted);
  return pkg.deprecation ?? channel?.deprecation ?? bundle?.deprecation;
}

function channelOptions(t: T, pkg: PackageDetail | undefined, chosen: string): SelectOption[] {
  const options = (pkg?.channels ?? []).map(({ name, head, deprecation }): SelectOption => ({
    value: name,
    label: t('channelOption', {
      name,
      head: (pkg === undefined ? undefined : bundleOf(pkg, head)?.version) ?? 'none',
      deprecated: String(deprecation !== undefined),
    }),
  }));
  if (options.some(({ value }) => value === chosen)) return options;
  const label =
    chosen === ''
      ? t('defaultChannel', { name: pkg?.defaultChannel ?? '?' })
      : pkg === undefined
        ? chosen
        : t('channelGone', { name: chosen });
  return [{ value: chosen, label }, ...options];
}

function versionOptions(
  t: T,
  pkg: PackageDetail | undefined,
  draft: SubscriptionDraft,
  what: 'begin' | 'pin',
): SelectOption[] {
  const channel = pkg === undefined ? undefined : chosenChannel(pkg, draft.channel);
  const rows = pkg === undefined || channel === undefined ? [] : versionRows(pkg, channel);
  const chosen = what === 'begin' ? draft.startingCSV : draft.pin;
  const options = rows
    .filter(({ missing }) => !missing)
    .map(({ csv, version }): SelectOption => ({
      value: csv,
      label: what === 'begin' ? version : t('pinned', { version }),
    }));
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return [
    { value: '', label: t(what === 'begin' ? 'beginNewest' : 'follow') },
    ...(isKnown ? [] : [{ value: chosen, label: what === 'begin' ? chosen : t('pinGone', { csv: chosen }) }]),
    ...options,
  ];
}
