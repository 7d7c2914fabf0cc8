'use client';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { useMay } from '#components/frame/rights.tsx';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Change } from '#lib/k8s/change.ts';
import { useNameWords } from '#components/frame/name-words.ts';
import { labelProblem } from '#lib/k8s/names.ts';
import { resources } from '#lib/k8s/resources.ts';
import { CREATE_NAMESPACE } from './create-namespace-right.ts';

interface CreateNamespaceDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated: (name: string) => void;
}

type Progress =
  | { kind: 'editing'; tried: boolean }
  | { kind: 'sending' }
  | { kind: 'refused'; message: string; atField: boolean };

interface Draft {
  name: string;
  setName: (name: string) => void;
  progress: Progress;
  /** What is wrong with the name, once that is worth saying. */
  fieldError: string | undefined;
  submit: () => Promise<void>;
  reset: () => void;
  change: Change;
}

const EDITING: Progress = { kind: 'editing', tried: false };

function useDraft(onDone: (created: string | undefined) => void): Draft {
  const t = useTranslations('shell');
  const [name, setName] = useState('');
  const [progress, setProgress] = useState<Progress>(EDITING);
  const nameWords = useNameWords();
  const problem = labelProblem(name);
  const submitChange = useSubmit();
  const toApiError = useApiError();
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const change: Change = { verb: 'create', resource: resources.namespaces, object };
  const reset = (): void => {
    setName('');
    setProgress(EDITING);
  };
  const submit = async (): Promise<void> => {
    if (problem !== undefined) {
      setProgress({ kind: 'editing', tried: true });
      return;
    }
    setProgress({ kind: 'sending' });
    try {
      const made = await submitChange({ changes: [change] });
      reset();
      onDone(made ? name : undefined);
    } catch (error) {
      const { kind, message } = toApiError(error);
      const exists = kind === 'alreadyExists';
      setProgress({
        kind: 'refused',
        message: exists ? t('namespaceExists', { name }) : message,
        atField: exists || kind === 'invalid',
      });
    }
  };
  const worthSaying = name !== '' || (progress.kind === 'editing' && progress.tried);
  const refusal = progress.kind === 'refused' && progress.atField ? progress.message : undefined;
  return {
    name,
    setName: (text) => {
      setName(text);
      setProgress(EDITING);
    },
    progress,
    fieldError: refusal ?? (worthSaying ? nameWords(problem) : undefined),
    submit,
    reset,
    change,
  };
}

export function CreateNamespaceDialog({
  open,
  onOpenChange,
  onCreated,
}: CreateNamespaceDialogProps): ReactNode {
  const t = useTranslations('shell');
  const denial = useMay(CREATE_NAMESPACE);
  const {
    name,
    setName,
    progress,
    fieldError,
    submit,
    reset,
    change: wanted,
  } = useDraft((created) => {
    onOpenChange(false);
    if (created !== undefined) onCreated(created);
  });
  const change = (next: boolean): void => {
    reset();
    onOpenChange(next);
  };
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      width="sm"
      title={t('createNamespace')}
      description={t('createNamespaceFor')}
      footer={
        <>
          <ChangeMenu changes={() => (labelProblem(name) === undefined ? [wanted] : undefined)} />
          <Button
            onClick={() => {
              change(false);
            }}
          >
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="create-namespace"
            busy={progress.kind === 'sending'}
            {...denial}
          >
            {t('create')}
          </Button>
        </>
      }
    >
      <form id="create-namespace" onSubmit={onSubmit} className="flex flex-col gap-3 pb-3">
        <Field label={t('name')} required error={fieldError} help={t('nameRule')}>
          <TextInput value={name} mono onChange={setName} />
        </Field>
        <HandOutNote />
        {progress.kind === 'refused' && !progress.atField ? (
          <Notice tone="bad" title={t('namespaceNotCreated')} details={progress.message} />
        ) : null}
      </form>
    </Dialog>
  );
}
