'use client';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { RadioGroup } from '#components/ui/choices.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select, TextInput } from '#components/ui/inputs.tsx';
import { labelProblem } from '#lib/k8s/names.ts';
import type { PackageDetail } from '#lib/olm/catalog-answers.ts';
import type { CatalogBundle, InstallModeType } from '#lib/olm/catalog.ts';
import { isOlderThanHead, isSupported, MODES } from '#lib/olm/install-draft.ts';
import { chosenChannel, versionRows } from '#lib/olm/version-list.ts';
import type { DraftState } from './use-draft.ts';

interface PartProps {
  readonly pkg: PackageDetail;
  readonly bundle: CatalogBundle;
  readonly state: DraftState;
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
  const listId = useId();
  const { draft, facts, namespaces, set } = state;
  const { suggestedNamespace } = bundle.csv;
  const problem = labelProblem(draft.namespace);
  const fate = {
    true: 'It exists and will be used.',
    false: 'It does not exist yet and will be created.',
    undefined: 'You may not list namespaces, so Capstan takes it to exist.',
  }[String(facts.namespaceExists)];
  const suggestion =
    suggestedNamespace === undefined || suggestedNamespace === draft.namespace
      ? ''
      : ` The provider suggests ${suggestedNamespace}.`;
  return (
    <Field
      label="Installed namespace"
      required
      error={problem}
      help={`Where the operator itself runs. ${problem === undefined ? (fate ?? '') : ''}${suggestion}`}
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

const MODE_WORDS: Readonly<Record<InstallModeType, { label: string; help: string; what: string }>> = {
  AllNamespaces: {
    label: 'All namespaces',
    help: 'It looks after its instances in every namespace of the cluster.',
    what: 'watching all namespaces',
  },
  OwnNamespace: {
    label: 'Its own namespace',
    help: 'It looks after instances in the namespace where it runs.',
    what: 'watching only its own namespace',
  },
  SingleNamespace: {
    label: 'One other namespace',
    help: 'It runs in one namespace and looks after instances in another.',
    what: 'watching another namespace',
  },
  MultiNamespace: {
    label: 'Several namespaces',
    help: 'It looks after instances in a list of namespaces.',
    what: 'watching a list of namespaces',
  },
};

function ModeField({ bundle, state }: Omit<PartProps, 'pkg'>): ReactNode {
  const { draft, set } = state;
  const typed = draft.mode === 'SingleNamespace' || draft.mode === 'MultiNamespace';
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        legend="Installation mode"
        value={draft.mode}
        onChange={(value) => {
          set({ mode: MODES.find((mode) => mode === value) ?? 'AllNamespaces' });
        }}
        options={MODES.map((mode) => ({
          value: mode,
          label: MODE_WORDS[mode].label,
          help: MODE_WORDS[mode].help,
          disabledReason: isSupported(bundle, mode)
            ? undefined
            : `This operator does not support ${MODE_WORDS[mode].what}.`,
        }))}
      />
      {typed ? (
        <Field
          label={draft.mode === 'SingleNamespace' ? 'Watched namespace' : 'Watched namespaces'}
          required
          {...(draft.mode === 'MultiNamespace' ? { help: 'Separated by commas.' } : {})}
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
  const { draft, set } = state;
  const channel = chosenChannel(pkg, draft.channel);
  const rows = channel === undefined ? [] : versionRows(pkg, channel).filter(({ missing }) => !missing);
  const head = rows.find(({ isHead }) => isHead);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Update channel" help="Newer versions come from here.">
        <Select
          value={draft.channel}
          onChange={(name) => {
            set({ channel: name });
          }}
          options={pkg.channels.map(({ name, deprecation }) => ({
            value: name,
            label: `${name}${name === pkg.defaultChannel ? ' (default)' : ''}${deprecation === undefined ? '' : ', deprecated'}`,
          }))}
        />
      </Field>
      <Field label="Version" help="The version to begin with.">
        <Select
          value={draft.csv}
          onChange={(csv) => {
            set({ csv });
          }}
          options={[
            { value: '', label: `Latest (${head?.version ?? 'unknown'})` },
            ...rows.map(({ csv, version, deprecation }) => ({
              value: csv,
              label: deprecation === undefined ? version : `${version}, deprecated`,
            })),
          ]}
        />
      </Field>
    </div>
  );
}

function ApprovalField({ pkg, state }: Omit<PartProps, 'bundle'>): ReactNode {
  const { draft, set } = state;
  const older = isOlderThanHead(pkg, draft);
  return (
    <RadioGroup
      legend="Update approval"
      value={draft.approval}
      onChange={(value) => {
        set({ approval: value === 'Manual' ? 'Manual' : 'Automatic' });
      }}
      options={[
        {
          value: 'Automatic',
          label: 'Automatic',
          help: 'This installation and each later version go ahead by themselves.',
          disabledReason: older
            ? 'You chose an older version: with Automatic it would be upgraded to the latest at once.'
            : undefined,
        },
        {
          value: 'Manual',
          label: 'Manual',
          help: 'Each plan, the first one included, waits until somebody approves it.',
        },
      ]}
    />
  );
}
