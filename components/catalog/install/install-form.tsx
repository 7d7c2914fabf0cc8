'use client';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RadioGroup } from '#components/ui/choices.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select, TextInput } from '#components/ui/inputs.tsx';
import { useNameWords } from '#components/frame/name-words.ts';
import { labelProblem } from '#lib/k8s/names.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogBundle, InstallModeType } from '#lib/olm/api/catalog.ts';
import { isOlderThanHead, isSupported, MODES } from '#lib/olm/foresight/install-draft.ts';
import { chosenChannel, versionRows } from '#lib/olm/content/version-list.ts';
import type { Translate } from '#messages/types.ts';
import type { InstallDraftState } from './use-draft.ts';

interface PartProps {
  readonly pkg: PackageDetail;
  readonly bundle: CatalogBundle;
  readonly state: InstallDraftState;
}

/** The choices of an installation, in the order in which people make them. */
export function InstallForm({ pkg, bundle, state }: PartProps): ReactNode {
  return (
    <div className="flex flex-col gap-6">
      <NamespaceField bundle={bundle} state={state} />
      <ModeField bundle={bundle} state={state} />
      <VersionFields pkg={pkg} state={state} />
      <ApprovalField pkg={pkg} state={state} />
    </div>
  );
}

function NamespaceField({ bundle, state }: Omit<PartProps, 'pkg'>): ReactNode {
  const tInstall = useTranslations('install');
  const listId = useId();
  const { draft, facts, namespaces, set } = state;
  const { suggestedNamespace } = bundle.csv;
  const nameWords = useNameWords();
  const problem = labelProblem(draft.namespace);
  const suggestion = suggestedNamespace === draft.namespace ? undefined : suggestedNamespace;
  return (
    <Field
      label={tInstall('installedNamespace')}
      required
      error={nameWords(problem)}
      help={tInstall('namespaceHelp', {
        exists: problem === undefined ? String(facts.namespaceExists) : 'other',
        suggested: suggestion === undefined ? 'no' : 'yes',
        namespace: suggestion ?? '',
      })}
    >
      <TextInput
        mono
        list={listId}
        value={draft.namespace}
        onChange={(namespace) => {
          set({ namespace: namespace.trim() });
        }}
      />
      <datalist id={listId}>
        {namespaces.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}

function modeWordsOf(
  t: Translate<'catalog'>,
  tInstall: Translate<'install'>,
): Readonly<Record<InstallModeType, { label: string; help: string }>> {
  return {
    AllNamespaces: {
      label: t('mode.AllNamespaces'),
      help: tInstall('modeHelp.AllNamespaces'),
    },
    OwnNamespace: {
      label: t('mode.OwnNamespace'),
      help: tInstall('modeHelp.OwnNamespace'),
    },
    SingleNamespace: {
      label: t('mode.SingleNamespace'),
      help: tInstall('modeHelp.SingleNamespace'),
    },
    MultiNamespace: {
      label: t('mode.MultiNamespace'),
      help: tInstall('modeHelp.MultiNamespace'),
    },
  };
}

function ModeField({ bundle, state }: Omit<PartProps, 'pkg'>): ReactNode {
  const t = useTranslations('catalog');
  const tInstall = useTranslations('install');
  const { draft, set } = state;
  const typed = draft.mode === 'SingleNamespace' || draft.mode === 'MultiNamespace';
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        legend={tInstall('installMode')}
        value={draft.mode}
        onChange={(value) => {
          set({ mode: MODES.find((mode) => mode === value) ?? 'AllNamespaces' });
        }}
        options={MODES.map((mode) => ({
          value: mode,
          label: modeWordsOf(t, tInstall)[mode].label,
          help: modeWordsOf(t, tInstall)[mode].help,
          disabledReason: isSupported(bundle, mode)
            ? undefined
            : tInstall('modeUnsupported', { mode: modeWordsOf(t, tInstall)[mode].label }),
        }))}
      />
      {typed ? (
        <Field
          label={
            draft.mode === 'SingleNamespace' ? tInstall('watchedNamespace') : tInstall('watchedNamespaces')
          }
          required
          {...(draft.mode === 'MultiNamespace' ? { help: tInstall('separatedByCommas') } : {})}
        >
          <TextInput
            mono
            value={draft.targets}
            onChange={(targets) => {
              set({ targets });
            }}
          />
        </Field>
      ) : null}
    </div>
  );
}

function VersionFields({ pkg, state }: Omit<PartProps, 'bundle'>): ReactNode {
  const t = useTranslations('catalog');
  const tInstall = useTranslations('install');
  const { draft, set } = state;
  const channel = chosenChannel(pkg, draft.channel);
  const rows = channel === undefined ? [] : versionRows(pkg, channel).filter(({ missing }) => !missing);
  const head = rows.find(({ isHead }) => isHead);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label={tInstall('updateChannel')} help={tInstall('updateChannelHelp')}>
        <Select
          value={draft.channel}
          onChange={(name) => {
            set({ channel: name });
          }}
          options={pkg.channels.map(({ name, deprecation }) => ({
            value: name,
            label: tInstall('channelName', {
              name,
              isDefault: String(name === pkg.defaultChannel),
              deprecated: String(deprecation !== undefined),
            }),
          }))}
        />
      </Field>
      <Field label={t('version')} help={tInstall('versionHelp')}>
        <Select
          value={draft.csv}
          onChange={(csv) => {
            set({ csv });
          }}
          options={[
            { value: '', label: tInstall('latestVersion', { version: head?.version ?? '?' }) },
            ...rows.map(({ csv, version, deprecation }) => ({
              value: csv,
              label: deprecation === undefined ? version : tInstall('deprecatedVersion', { version }),
            })),
          ]}
        />
      </Field>
    </div>
  );
}

function ApprovalField({ pkg, state }: Omit<PartProps, 'bundle'>): ReactNode {
  const t = useTranslations('catalog');
  const tInstall = useTranslations('install');
  const { draft, set } = state;
  const older = isOlderThanHead(pkg, draft);
  return (
    <RadioGroup
      legend={tInstall('updateApproval')}
      value={draft.approval}
      onChange={(value) => {
        set({ approval: value === 'Manual' ? 'Manual' : 'Automatic' });
      }}
      options={[
        {
          value: 'Automatic',
          label: t('approval.Automatic'),
          help: tInstall('approvalHelp.Automatic'),
          disabledReason: older ? tInstall('automaticUpgrades') : undefined,
        },
        {
          value: 'Manual',
          label: t('approval.Manual'),
          help: tInstall('approvalHelp.Manual'),
        },
      ]}
    />
  );
}
