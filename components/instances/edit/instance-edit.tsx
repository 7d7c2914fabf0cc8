'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiError } from '#components/data/api-error.ts';
import { type Denial, useMayEach } from '#components/frame/rights.tsx';
import { FieldOriginProvider } from '#components/schema-form/field-origin.tsx';
import { type FormModel, useFormModel } from '#components/schema-form/state/form-model.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { checkOf } from '#lib/access.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { editablePart } from '#lib/schema-form/desk/live.ts';
import { getIn, type Path, sameValue } from '#lib/schema-form/schema/path.ts';
import { DryRunNote } from '../checks/dry-run-note.tsx';
import { useChecks } from '../checks/use-checks.ts';
import { DraftNotice } from '../draft-notice.tsx';
import { ErrorSummary } from '../error-summary.tsx';
import { FormAndYaml } from '../form-and-yaml.tsx';
import { useDraft } from '../use-draft.ts';
import type { ProviderHints } from '../use-instance-type.ts';
import { FieldConflicts } from './field-conflicts.tsx';
import { drawOrigin, LiveObjectProvider } from './origin-of-field.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { type Editing, useLiveEdit } from './use-live-edit.ts';
import { instanceChange, type Decisions, type Way } from './write.ts';

interface InstanceEditProps {
  readonly type: InstanceType;
  readonly object: KubeObject;
  readonly hints: ProviderHints;
  /** Form or YAML first, where there is room for one. */
  readonly firstView: string;
  readonly onDone: () => void;
}

/** Form and YAML on a live object. Where it may not be changed, the same fields to read. */
export function InstanceEdit({ type, object, hints, firstView, onDone }: InstanceEditProps): ReactNode {
  const t = useTranslations('instances');
  const { resource } = type;
  const { name, namespace } = object.metadata;
  const { denials, closed } = useEditRights(resource, object);
  const [first] = useState(() => renderYaml(editablePart(object)));
  const model = useFormModel({ schema: type.schema, type: resource }, first);
  const editing = useLiveEdit(model, object);
  const [view, setView] = useState(firstView);
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const jump = (path: Path): void => {
    setView('form');
    setTarget({ path });
  };
  const draft = useDraft({
    place: ['edit', resource.group, resource.plural, namespace ?? '', name],
    text: model.document.text,
    value: () => model.document.value,
    base: editing.base,
    untouched: model.document.problem === undefined && sameValue(model.document.value, editing.base),
    descriptors: hints.spec,
    schema: type.schema,
  });
  return (
    <LiveObjectProvider object={object} type={type} edited={model.document.value}>
      <FieldOriginProvider value={drawOrigin}>
        <div className="flex flex-col gap-6">
          {closed === undefined ? null : (
            <Notice
              tone="info"
              title={t('editing.readOnly')}
              details={closed}
              action={denials.replace.explanation}
            />
          )}
          <DraftNotice
            draft={draft}
            onContinue={(found) => {
              editing.restart(found.base);
              model.setText(found.text);
            }}
          />
          <FieldConflicts
            editing={editing}
            mine={model.document.value}
            descriptors={hints.spec}
            onJump={jump}
          />
          <FormAndYaml
            model={model}
            descriptors={hints.spec}
            target={target}
            onTarget={jump}
            view={view}
            onView={setView}
            mode={closed === undefined ? 'edit' : 'read'}
            nameField={null}
          />
          {closed === undefined ? (
            <EditFooter
              wanted={{ type, object, hints }}
              model={model}
              editing={editing}
              denials={denials}
              onJump={jump}
              onDone={(saved) => {
                if (saved) draft.forget();
                onDone();
              }}
            />
          ) : null}
        </div>
      </FieldOriginProvider>
    </LiveObjectProvider>
  );
}

/** Which ways of writing are open, and why none is. */
function useEditRights(
  resource: Resource,
  { metadata }: KubeObject,
): { readonly denials: Readonly<Record<Way, Denial>>; readonly closed: string | undefined } {
  const t = useTranslations('instances');
  const { name, namespace, deletionTimestamp } = metadata;
  const at = { name, namespace };
  const [replace = {}, apply = {}] = useMayEach([
    checkOf('update', resource, at),
    checkOf('patch', resource, at),
  ]);
  const denied = replace.disabledReason !== undefined && apply.disabledReason !== undefined;
  const going = deletionTimestamp === undefined ? undefined : t('deletingAlready');
  return { denials: { replace, apply }, closed: going ?? (denied ? replace.disabledReason : undefined) };
}

const NO_DECISIONS: Decisions = new Map();

interface EditFooterProps {
  readonly wanted: Pick<InstanceEditProps, 'type' | 'object' | 'hints'>;
  readonly model: FormModel;
  readonly editing: Editing;
  readonly denials: Readonly<Record<Way, Denial>>;
  readonly onJump: (path: Path) => void;
  readonly onDone: (saved: boolean) => void;
}

function EditFooter({ wanted, model, editing, denials, onJump, onDone }: EditFooterProps): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const { type, object, hints } = wanted;
  const [asked, setAsked] = useState<'errors' | 'review'>();
  const [refusal, setRefusal] = useState<ApiError>();
  const closed = useClosedReason(model, editing, object);
  const faulty = asked === 'errors' && model.found.length > 0;
  const checks = useChecks({
    model,
    changeOf: (value) => instanceChange('replace', { type, latest: object, mine: value }, NO_DECISIONS),
    // The review asks by itself, and a question that is still open when the answer is saved finds the object changed.
    allowed: denials.replace.disabledReason === undefined && closed === undefined && asked !== 'review',
    old: object,
  });
  return (
    <footer className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-3 border-t border-line bg-canvas px-1 py-3">
      {faulty ? (
        <ErrorSummary
          title={t('fieldsWrong', { count: model.found.length })}
          errors={model.found}
          onJump={onJump}
          action={
            <Button size="sm" onClick={() => setAsked('review')}>
              {t('letClusterDecide')}
            </Button>
          }
        />
      ) : null}
      {refusal === undefined ? null : <Refusal error={refusal} model={model} onJump={onJump} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <DryRunNote checks={checks} onJump={onJump} />
        <Button onClick={() => onDone(false)}>{ui('cancel')}</Button>
        <Button
          variant="primary"
          disabledReason={closed}
          onClick={() => {
            model.showAll();
            setRefusal(undefined);
            setAsked(model.found.length > 0 && !faulty ? 'errors' : 'review');
          }}
        >
          {t('review')}
        </Button>
      </div>
      {asked === 'review' ? (
        <ReviewDialog
          wanted={{ type, latest: object, mine: model.document.value }}
          text={model.document.text}
          original={renderYaml(editablePart(object))}
          descriptors={hints.spec}
          denials={denials}
          onClose={() => setAsked(undefined)}
          onSaved={() => onDone(true)}
          onRefused={(error) => {
            if (error.kind !== 'conflict') model.refuse(error);
            setRefusal(error);
          }}
        />
      ) : null}
    </footer>
  );
}

function Refusal(props: {
  readonly error: ApiError;
  readonly model: FormModel;
  readonly onJump: (path: Path) => void;
}): ReactNode {
  const { error, model, onJump } = props;
  const t = useTranslations('instances');
  if (error.kind === 'conflict')
    return <Notice tone="bad" title={t('conflict')} details={t('reviewing.movedAgain')} />;
  return <ErrorSummary title={t('refused')} details={error.message} errors={model.errors} onJump={onJump} />;
}

/** Why there is nothing to review yet. */
function useClosedReason(model: FormModel, editing: Editing, object: KubeObject): string | undefined {
  const t = useTranslations('instances');
  const { problem, value } = model.document;
  if (problem !== undefined) return t('unreadable', { line: problem.line });
  if (editing.conflicts.length > 0) return t('editing.decideFirst', { count: editing.conflicts.length });
  for (const field of ['name', 'namespace'] as const) {
    const path = ['metadata', field];
    if (getIn(value, path) !== getIn(object, path)) return t('editing.anotherObject', { field });
  }
  return sameValue(value, editing.base) ? t('nothingChanged') : undefined;
}
