'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiError } from '#components/data/api-error.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import type { Change } from '#lib/k8s/change.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { fieldOfPath } from '#lib/olm/sources/draft.ts';
import { draftFieldId } from './field-id.ts';
import { KindFields } from './kind-fields.tsx';
import { NameFields, PlaceFields } from './place-fields.tsx';
import { useDraftCheck } from './use-draft-check.ts';
import type { DraftCheck } from './use-draft-check.ts';
import type { DraftModel } from './use-source-draft.ts';

interface SourceFormProps {
  readonly model: DraftModel;
  /** Above the fields: what kind it is. */
  readonly children: ReactNode;
  /** Absent while nothing was changed. */
  readonly change: Change | undefined;
  /** As it will be. */
  readonly object: KubeObject;
  readonly words: { readonly action: string; readonly done: string; readonly failed: string };
  readonly cancelHref: string;
  /** Where the source is shown. */
  readonly doneHref: string;
}

/** The fields with the YAML they make, and the way to send it. */
export function SourceForm(props: SourceFormProps): ReactNode {
  const { model, children, change, object } = props;
  const t = useTranslations('sources');
  const sending = useSending(props);
  const denial = useMayChange(change === undefined ? [] : [change]);
  const check = useDraftCheck(
    model.wrong.length === 0 && denial.disabledReason === undefined && !sending.busy ? change : undefined,
  );
  const shown = withRefusal(model, check.kind === 'refused' ? check.error : undefined);
  return (
    <form
      noValidate
      onSubmit={sending.submit}
      className="grid min-w-0 grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        {children}
        <KindFields model={shown} />
        {model.exists ? null : <PlaceFields model={shown} />}
        <NameFields model={shown} />
        <HandOutNote />
        {sending.error === undefined ? null : (
          <Notice tone="bad" title={props.words.failed} details={sending.error.message} />
        )}
        <footer className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3">
          <CheckWords check={check} model={model} />
          <ChangeMenu
            changes={() => (model.wrong.length > 0 || change === undefined ? undefined : [change])}
          />
          <LinkButton href={props.cancelHref}>{t('cancel')}</LinkButton>
          <Button
            variant="primary"
            type="submit"
            busy={sending.busy}
            {...denial}
            disabledReason={change === undefined ? t('nothingChanged') : denial.disabledReason}
          >
            {props.words.action}
          </Button>
        </footer>
      </div>
      <div className="min-w-0 xl:sticky xl:top-4">
        <ObjectYaml label={t('preview')} objects={[object]} />
      </div>
    </form>
  );
}

interface Sending {
  readonly busy: boolean;
  readonly error: ApiError | undefined;
  readonly submit: (event: SyntheticEvent) => void;
}

function useSending({ model, change, words, doneHref }: SourceFormProps): Sending {
  const t = useTranslations('sources');
  const router = useRouter();
  const toast = useToast();
  const submit = useSubmit();
  const toApiError = useApiError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const send = async (wanted: Change): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const made = await submit({ changes: [wanted] });
      setBusy(false);
      if (!made) return;
      toast({ tone: 'good', title: words.done });
      router.push(doneHref);
    } catch (cause) {
      const refusal = toApiError(cause);
      const atName = refusal.kind === 'alreadyExists';
      model.refuse(atName ? [{ field: 'metadata.name', message: t('wrong.nameTaken') }] : refusal.causes);
      setError(refusal);
      setBusy(false);
    }
  };
  return {
    busy,
    error,
    submit: (event) => {
      event.preventDefault();
      model.try();
      const [first] = model.wrong;
      if (first !== undefined) document.getElementById(draftFieldId(first))?.focus();
      else if (change !== undefined && !busy) void send(change);
    },
  };
}

/** What the dry run refuses stands at its field, below what the form itself finds wrong. */
function withRefusal(model: DraftModel, refusal: ApiError | undefined): DraftModel {
  if (refusal === undefined) return model;
  return {
    ...model,
    errorOf: (field) =>
      model.errorOf(field) ??
      refusal.causes.find((cause) => fieldOfPath(cause.field, model.draft.kind) === field)?.message,
  };
}

/** What the cluster thinks of it so far. */
function CheckWords({ check, model }: { readonly check: DraftCheck; readonly model: DraftModel }): ReactNode {
  const t = useTranslations('sources');
  if (check.kind === 'refused') {
    const atFields = check.error.causes.some(
      ({ field }) => fieldOfPath(field, model.draft.kind) !== undefined,
    );
    return (
      <p role="status" className="me-auto min-w-0 text-sm break-words text-bad">
        {atFields ? t('wouldRefuse') : check.error.message}
      </p>
    );
  }
  return (
    <p role="status" className="me-auto text-sm text-muted empty:hidden">
      {check.kind === 'accepted' ? t('wouldAccept') : ''}
    </p>
  );
}
