'use client';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ApiError, asApiError } from '#components/data/api-error.ts';
import { HandOutNote, useSubmit } from '#components/olm/change-desk.tsx';
import { ChangeMenu } from '#components/olm/change-menu.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { YamlEditor } from '#components/yaml/yaml-editor.tsx';
import type { Change } from '#lib/k8s/change.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { isChangedByOthers, mergeObjects } from '#lib/k8s/three-way-merge.ts';
import { apiFieldErrors } from '#lib/schema-form/api-errors.ts';
import { type FormDocument, openDocument, replaceText, setField, textOf } from '#lib/schema-form/document.ts';
import type { InstanceType } from '#lib/schema-form/instance-type.ts';
import { validateObject } from '#lib/schema-form/object-rules.ts';
import { withoutManagedFields } from '#lib/schema-form/summary.ts';
import type { FieldError } from '#lib/schema-form/field-error.ts';
import { EditConflict } from './edit-conflict.tsx';
import { isKubeObject } from './instance-object.ts';
import type { Translate } from '#messages/types.ts';
import { useProblemText } from '#components/schema-form/problem-text.ts';
import { useYamlMarks } from '#components/schema-form/yaml-marks.ts';

interface YamlEditProps {
  readonly type: InstanceType;
  /** The object as it was when editing began. */
  readonly start: KubeObject;
  /** The object as it is now. */
  readonly latest: KubeObject;
  readonly onDone: () => void;
}

/** Edit, look at the difference, replace. What was typed survives every refusal. */
export function YamlEdit({ type, start, latest, onDone }: YamlEditProps): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const [base, setBase] = useState(start);
  const original = useMemo(() => textOf(withoutManagedFields(base)), [base]);
  const [document, setDocument] = useState<FormDocument>(() => openDocument(original));
  const [reviewing, setReviewing] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  const errors = useMemo(() => errorsOf(type, document, refusal), [type, document, refusal]);
  const marks = useYamlMarks(document, errors);
  const mine = document.value;
  const theirs = useMemo(() => withoutManagedFields(latest), [latest]);
  const moved = isChangedByOthers(withoutManagedFields(base), theirs);
  // What controllers write meanwhile is nobody's conflict: the object goes out on top of it.
  const toSend = useMemo(
    () => (moved ? mine : mergeObjects({ base: withoutManagedFields(base), mine, theirs }).value),
    [moved, base, mine, theirs],
  );
  const goOn = (next: FormDocument): void => {
    setBase(latest);
    setRefusal(undefined);
    setDocument(next);
  };
  const closed = closedReason(document, original, t);
  return (
    <div className="flex flex-col gap-3">
      {moved ? (
        <EditConflict
          base={withoutManagedFields(base)}
          mine={mine}
          theirs={theirs}
          mendFirst={document.problem === undefined ? undefined : t('mendYaml')}
          onTake={(value) => {
            goOn(openDocument(textOf(value)));
          }}
          onKeepMine={() => {
            goOn(setField(document, ['metadata', 'resourceVersion'], latest.metadata.resourceVersion));
          }}
        />
      ) : null}
      {refusal === undefined ? null : <Refusal error={refusal} />}
      <div className="overflow-hidden rounded-lg border border-line">
        <YamlEditor
          label={t('yamlOf', { name: start.metadata.name ?? '' })}
          text={document.text}
          marks={marks}
          onChange={(text) => {
            setDocument((before) => replaceText(before, text));
          }}
          className="h-[65vh]"
        />
        <Problems document={document} errors={errors} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{ui('cancel')}</Button>
        <Button
          variant="primary"
          disabledReason={closed}
          onClick={() => {
            setReviewing(true);
          }}
        >
          {t('review')}
        </Button>
      </div>
      <ReviewDialog
        open={reviewing}
        type={type}
        original={original}
        document={document}
        value={toSend}
        onClose={() => {
          setReviewing(false);
        }}
        onSaved={onDone}
        onRefused={setRefusal}
      />
    </div>
  );
}

function closedReason(
  document: FormDocument,
  original: string,
  t: Translate<'instances'>,
): string | undefined {
  if (document.problem !== undefined) return t('unreadable', { line: document.problem.line });
  return document.text === original ? t('nothingChanged') : undefined;
}

function errorsOf(
  type: InstanceType,
  document: FormDocument,
  refusal: ApiError | undefined,
): readonly FieldError[] {
  if (refusal !== undefined && refusal.kind !== 'conflict') return apiFieldErrors(refusal, document.value);
  return validateObject(type.schema, type.resource, document.value);
}

function Refusal({ error }: { readonly error: ApiError }): ReactNode {
  const t = useTranslations('instances');
  const conflict = error.kind === 'conflict';
  return (
    <Notice
      tone="bad"
      title={conflict ? t('conflict') : t('refused')}
      details={conflict ? t('conflictHint') : error.message}
    />
  );
}

function Problems({
  document,
  errors,
}: {
  readonly document: FormDocument;
  readonly errors: readonly FieldError[];
}): ReactNode {
  const t = useTranslations('instances');
  const problemText = useProblemText();
  const { problem } = document;
  if (problem === undefined && errors.length === 0) return null;
  const first = errors[0];
  const found = first === undefined ? '' : `${first.path.join('.')} ${problemText(first.problem)}`;
  const text =
    problem !== undefined
      ? `${t('line', { line: problem.line })} ${problemText(problem.problem)}`
      : errors.length > 1
        ? t('withMore', { text: found, count: errors.length - 1 })
        : found;
  return (
    <p role="alert" className="border-t border-line bg-bad-soft px-3 py-2 text-sm">
      {text}
    </p>
  );
}

interface ReviewDialogProps {
  readonly open: boolean;
  readonly type: InstanceType;
  readonly original: string;
  readonly document: FormDocument;
  /** The object to write. */
  readonly value: unknown;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  readonly onRefused: (error: ApiError) => void;
}

function replacement(type: InstanceType, object: unknown): Extract<Change, { verb: 'replace' }> | undefined {
  return isKubeObject(object) ? { verb: 'replace', resource: type.resource, object } : undefined;
}

function ReviewDialog({
  open,
  type,
  original,
  document,
  value,
  onClose,
  onSaved,
  onRefused,
}: ReviewDialogProps): ReactNode {
  const t = useTranslations('instances');
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const submit = useSubmit();
  const change = replacement(type, value);
  const save = async (): Promise<void> => {
    if (change === undefined) return;
    setBusy(true);
    try {
      const made = await submit({ changes: [change] });
      onClose();
      if (!made) return;
      const { name = '' } = change.object.metadata;
      toast({ tone: 'good', title: t('saved', { kind: type.resource.kind, name }) });
      onSaved();
    } catch (cause) {
      onClose();
      onRefused(asApiError(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      width="lg"
      title={t('review')}
      description={t('reviewHint')}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      footer={
        <>
          <ChangeMenu changes={() => (change === undefined ? undefined : [change])} />
          <Button onClick={onClose}>{t('backToEditor')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <HandOutNote />
      <YamlEditor
        label={t('changes')}
        text={document.text}
        original={original}
        readOnly
        className="h-[55vh] rounded-md border border-line"
      />
    </Dialog>
  );
}
