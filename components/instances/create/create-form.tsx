'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { checkOf } from '#lib/access.ts';
import { useMay } from '#components/frame/rights.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { type FormModel, useFormModel } from '#components/schema-form/state/form-model.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { parseKey } from '#lib/k8s/object.ts';
import { type DroppedDocument, documentsIn, isOfType } from '#lib/schema-form/desk/dropped.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { type Path, textIn } from '#lib/schema-form/schema/path.ts';
import type { Starter } from '#lib/schema-form/schema/starters.ts';
import { urls } from '#lib/urls.ts';
import { DryRunNote } from '../checks/dry-run-note.tsx';
import { useChecks } from '../checks/use-checks.ts';
import { CreateProblem } from './create-problem.tsx';
import { DraftNotice } from '../draft-notice.tsx';
import { FormAndYaml } from '../form-and-yaml.tsx';
import { instanceRefOf } from '../instance-object.ts';
import { NamespaceField } from './namespace-field.tsx';
import { CloneNotice, type MadeClone, readClone } from '../start/clone.tsx';
import { DropZone } from '../start/drop-zone.tsx';
import { NameField } from '../start/name-field.tsx';
import { type StartingPoint, StartField } from '../start/start-field.tsx';
import { startingText } from './starting-text.ts';
import { creationOf, useCreate } from './use-create.ts';
import { type DraftState, useDraft } from '../use-draft.ts';
import type { ProviderHints } from '../use-instance-type.ts';

export interface CreateFormProps {
  readonly type: InstanceType;
  readonly hints: ProviderHints;
  /** At least one. */
  readonly starters: readonly Starter[];
  /** What to begin with. */
  readonly start: StartingPoint;
  readonly namespace: string | undefined;
  /** When it starts from one. */
  readonly clone: MadeClone | undefined;
  /** More than this form can hold was brought. */
  readonly onDocuments: (documents: readonly DroppedDocument[]) => void;
}

/** The form with its choices above and what went wrong below. */
export function CreateForm(props: CreateFormProps): ReactNode {
  const { type, hints, starters, namespace } = props;
  const { resource, schema } = type;
  const [view, setView] = useState('form');
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const [start, setStart] = useState(props.start);
  const [clone, setClone] = useState(props.clone);
  const [first] = useState(() => clone?.text ?? textOfStart(start, starters, namespace));
  // What the start gave: as long as the text is that, there is nothing to lose.
  const [given, setGiven] = useState(first);
  const model = useFormModel({ schema, type: resource }, first);
  const inNamespace = textIn(model.document.value, ['metadata', 'namespace']);
  const isTouched = model.document.text !== given;
  const begin = useBegin(props, model, isTouched, (next, text, made) => {
    setStart(next);
    setGiven(text);
    setClone(made);
  });
  const draft = useDraft({
    place: ['new', resource.group, resource.plural],
    text: model.document.text,
    value: () => model.document.value,
    untouched: !isTouched,
    descriptors: hints.spec,
    schema,
  });
  const jump = (path: Path): void => {
    setView('form');
    setTarget({ path });
  };
  return (
    // No form element: Enter in one of many boxes is a slip more often than the wish to create.
    <div className="flex flex-col gap-6">
      <DropZone
        onText={(text) => {
          begin({ kind: 'text', text });
        }}
      />
      {clone === undefined ? null : <CloneNotice clone={clone} />}
      <DraftNotice
        draft={draft}
        onContinue={({ text }) => {
          const found = documentsIn(text);
          if (found.length > 1) props.onDocuments(found);
          else model.setText(text);
        }}
      />
      <FormAndYaml
        model={model}
        descriptors={hints.spec}
        target={target}
        onTarget={jump}
        view={view}
        onView={setView}
        nameField={<NameField model={model} resource={resource} />}
      >
        <StartField
          resource={resource}
          starters={starters}
          start={start}
          isTouched={isTouched}
          onStart={begin}
        />
        {resource.namespaced ? <NamespaceField model={model} value={inNamespace ?? ''} /> : null}
      </FormAndYaml>
      <CreateFooter type={type} model={model} namespace={inNamespace} draft={draft} onJump={jump} />
    </div>
  );
}

/** Starts over from something else. Undo brings back what was there. */
function useBegin(
  { type, starters, namespace, onDocuments }: CreateFormProps,
  model: FormModel,
  isTouched: boolean,
  onBegun: (start: StartingPoint, text: string, clone?: MadeClone) => void,
): (start: StartingPoint) => void {
  const t = useTranslations('instances');
  const toApiError = useApiError();
  const toast = useToast();
  const { resource } = type;
  const { text: current, value } = model.document;
  const replace = (start: StartingPoint, text: string, made?: MadeClone): void => {
    model.setText(text);
    onBegun(start, text, made);
  };
  const clone = async (start: StartingPoint, key: string): Promise<void> => {
    try {
      const made = await readClone(resource, key);
      replace(start, made.text, made);
    } catch (cause) {
      const { name } = parseKey(key);
      toast({ tone: 'bad', title: t('starting.notCloned', { name }), details: toApiError(cause).message });
    }
  };
  return (start) => {
    if (start.kind === 'clone') {
      void clone(start, start.key);
      return;
    }
    if (start.kind === 'starter') {
      replace(start, textOfStart(start, starters, textIn(value, ['metadata', 'namespace']) ?? namespace));
      return;
    }
    const found = documentsIn(start.text);
    const [only] = found;
    if (only === undefined) return;
    const apiVersion = `${resource.group}/${resource.version}`;
    if (found.length === 1 && isOfType(only, resource) && !isTouched) replace(start, only.text);
    else onDocuments(isTouched ? [{ text: current, apiVersion, kind: resource.kind }, ...found] : found);
  };
}

function textOfStart(
  start: StartingPoint,
  starters: readonly Starter[],
  namespace: string | undefined,
): string {
  if (start.kind === 'text') return start.text;
  const starter = start.kind === 'starter' ? starters[start.index] : undefined;
  return starter === undefined ? '' : startingText(starter, namespace);
}

interface CreateFooterProps {
  readonly type: InstanceType;
  readonly model: FormModel;
  readonly namespace: string | undefined;
  readonly draft: DraftState;
  readonly onJump: (path: Path) => void;
}

function CreateFooter({ type, model, namespace, draft, onJump }: CreateFooterProps): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const { resource } = type;
  const router = useRouter();
  const scope = useScope();
  const toast = useToast();
  const denial = useMay([checkOf('create', resource, { namespace })]);
  const creation = useCreate(type, model, (object) => {
    draft.forget();
    const { name } = object.metadata;
    toast({ tone: 'good', title: t('createdKind', { kind: resource.kind, name }) });
    router.push(
      name === ''
        ? urls.instances(resource, scope)
        : urls.instance(resource, instanceRefOf(resource, object), scope),
    );
  });
  const checks = useChecks({
    model,
    changeOf: (value) => creationOf(type, value),
    allowed: denial.disabledReason === undefined && !creation.busy,
  });
  return (
    <footer className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-3 border-t border-line bg-canvas px-1 py-3">
      <CreateProblem
        problem={creation.problem}
        model={model}
        dryRun={checks.dryRun}
        onJump={onJump}
        onSendAnyway={creation.sendAnyway}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {creation.problem === undefined || checks.dryRun.kind !== 'refused' ? (
          <DryRunNote checks={checks} onJump={onJump} />
        ) : null}
        <ChangeMenu changes={() => [creation.change()].filter((change) => change !== undefined)} />
        <LinkButton href={urls.instances(resource, scope)}>{ui('cancel')}</LinkButton>
        <Button variant="primary" busy={creation.busy} {...denial} onClick={creation.create}>
          {t('create')}
        </Button>
      </div>
    </footer>
  );
}
