'use client';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select, TextInput } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { subdomainProblem } from '#lib/k8s/names.ts';
import { useNameWords } from '../name-words.ts';
import { DataEntries } from './data-entries.tsx';
import {
  dataObjectChange,
  type DataDraft,
  isSound,
  type SecretType,
  secretTypes,
  startDraft,
  withType,
} from './data-object.ts';

interface CreateDataDialogProps {
  readonly kind: DataDraft['kind'];
  readonly namespace: string;
  readonly suggestion: string;
  /** With the name of what was made, or handed out to be made. */
  readonly onClose: (name?: string) => void;
}

type Progress =
  { kind: 'editing'; tried: boolean } | { kind: 'sending' } | { kind: 'refused'; message: string };

/** Name, type and entries of a Secret or ConfigMap. */
export function CreateDataDialog({ kind, namespace, suggestion, onClose }: CreateDataDialogProps): ReactNode {
  const t = useTranslations('data-objects');
  const ui = useTranslations('ui');
  const formId = useId();
  const submit = useSubmit();
  const toApiError = useApiError();
  const [draft, setDraft] = useState(() => startDraft(kind, suggestion));
  const [progress, setProgress] = useState<Progress>({ kind: 'editing', tried: false });
  const change = dataObjectChange(draft, namespace);
  const denial = useMayChange([change]);
  const send = async (): Promise<void> => {
    if (!isSound(draft)) {
      setProgress({ kind: 'editing', tried: true });
      return;
    }
    setProgress({ kind: 'sending' });
    try {
      await submit({ changes: [change] });
      onClose(draft.name);
    } catch (error) {
      setProgress({ kind: 'refused', message: toApiError(error).message });
    }
  };
  const tried = progress.kind === 'editing' && progress.tried;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (progress.kind !== 'sending') onClose();
      }}
      title={t('title', { kind })}
      description={t('inNamespace', { namespace })}
      footer={
        <>
          <ChangeMenu changes={() => (isSound(draft) ? [change] : undefined)} />
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {ui('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={progress.kind === 'sending'}
            {...denial}
          >
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4 pb-3"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          // The dialog is drawn outside of the page, yet React hands its events to the form around the field.
          event.stopPropagation();
          void send();
        }}
      >
        <HeadFields draft={draft} tried={tried} onChange={setDraft} />
        <DataEntries draft={draft} onChange={setDraft} />
        <HandOutNote />
        {progress.kind === 'refused' ? (
          <Notice tone="bad" title={t('refused', { kind })} details={progress.message} />
        ) : null}
      </form>
    </Dialog>
  );
}

interface HeadFieldsProps {
  readonly draft: DataDraft;
  /** It was sent once: what is missing is wrong now. */
  readonly tried: boolean;
  readonly onChange: (draft: DataDraft) => void;
}

function HeadFields({ draft, tried, onChange }: HeadFieldsProps): ReactNode {
  const nameWords = useNameWords();
  const t = useTranslations('data-objects');
  return (
    <>
      <Field
        label={t('name')}
        required
        error={tried || draft.name !== '' ? nameWords(subdomainProblem(draft.name)) : undefined}
      >
        <TextInput
          mono
          value={draft.name}
          onChange={(name) => {
            onChange({ ...draft, name });
          }}
        />
      </Field>
      {draft.kind === 'Secret' ? (
        <Field label={t('type')} help={t(`typeHelp.${helpKey(draft.type)}`)}>
          <Select
            value={draft.type}
            options={secretTypes.map((type) => ({ value: type, label: type }))}
            onChange={(value) => {
              const type = secretTypes.find((one) => one === value);
              if (type !== undefined) onChange(withType(draft, type));
            }}
          />
        </Field>
      ) : null}
    </>
  );
}

const HELP = {
  Opaque: 'opaque',
  'kubernetes.io/basic-auth': 'basic',
  'kubernetes.io/tls': 'tls',
  'kubernetes.io/ssh-auth': 'ssh',
  'kubernetes.io/dockerconfigjson': 'docker',
} as const;

function helpKey(type: SecretType): (typeof HELP)[SecretType] {
  return HELP[type];
}
