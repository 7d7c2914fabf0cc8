'use client';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import { type DescriptorTree, noDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { describedField } from '#lib/schema-form/schema/described.ts';
import type { FormDocument } from '#lib/schema-form/text/document.ts';
import { errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import { getIn, isDictionary, type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import { fieldOf, propertyNames, propertyOf } from '#lib/schema-form/schema/schema.ts';
import { titleOf } from '#lib/schema-form/schema/titles.ts';
import { FieldSearch } from './field-search.tsx';
import { FieldView } from './field-view.tsx';
import { type FormMode, type FormModel, FormProvider, SpecContext, useForm } from './state/form-model.ts';
import { Announcer, FormTools, stepOf, type UndoKind } from './form-tools.tsx';
import { ObjectFields } from './object-fields.tsx';
import { OwnErrors } from './field-parts.tsx';
import { useProblemText } from './state/problem-text.ts';
import { RestFields } from './rest-fields.tsx';
import { fits } from './state/scalar-values.ts';
import { useFormContext, useTarget, useViewport } from './state/use-form-context.ts';
import { useUndoKeys } from './state/use-undo-keys.ts';
import { RoomContext, type Viewport, ViewportContext } from './state/viewport.ts';

export interface SchemaFormProps {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  /** Field to open, scroll to and focus; a new object each time. */
  readonly target: { readonly path: Path } | undefined;
  readonly onTarget: (path: Path) => void;
  readonly mode?: FormMode;
  /** Leaves out what is about the object itself: its name, labels and annotations, and the search. */
  readonly specOnly?: boolean;
  /** In the place of the field for the name. */
  readonly nameField?: ReactNode;
  /** Fields above the schema's own, such as the namespace. */
  readonly children?: ReactNode;
}

const NOT_IN_FORM = new Set(['apiVersion', 'kind', 'metadata', 'status', 'spec']);

/** The form side of the document: everything the schema, the descriptors and the object itself know of. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const {
    model,
    descriptors,
    target,
    onTarget,
    mode = 'edit',
    specOnly = false,
    nameField,
    children,
  } = props;
  const { document, subject } = model;
  const context = useFormContext(model, mode);
  const viewport = useViewport();
  const t = useTranslations('schema-form');
  const spec = getIn(document.value, SPEC);
  const depends = useMemo(() => hasDependencies(descriptors), [descriptors]);
  useTarget(target, context.jump);
  const undo = (kind: UndoKind): void => {
    const step = stepOf(model.history, kind);
    if (step === undefined) return;
    model[kind]();
    context.say(t(`form.done.${kind}`));
    if (step.path !== undefined) context.jump(step.path);
  };
  const keys = useUndoKeys((kind) => {
    if (!context.frozen) undo(kind);
  }, model.leave);
  return (
    <FormProvider value={context}>
      <FormSurroundings spec={depends ? spec : undefined} viewport={viewport}>
        <div ref={keys} className="flex min-w-0 flex-col gap-5">
          <Broken document={document} />
          {specOnly ? null : (
            <>
              <FormTools history={model.history} onUndo={undo}>
                <Search model={model} descriptors={descriptors} onJump={onTarget} />
              </FormTools>
              {children}
              {nameField === undefined ? <NameField model={model} /> : nameField}
            </>
          )}
          <SpecFields model={model} descriptors={descriptors} spec={spec} />
          <RootFields model={model} />
          {specOnly ? null : <ObjectPart model={model} />}
        </div>
        <p className="sr-only">{t('fieldsOf', { kind: subject.type.kind })}</p>
        <Announcer />
      </FormSurroundings>
    </FormProvider>
  );
}

/** What every object has besides. */
function ObjectPart({ model }: { readonly model: FormModel }): ReactNode {
  const t = useTranslations('schema-form');
  const { document, tree } = model;
  return (
    <>
      <FieldView
        path={['metadata', 'labels']}
        title={t('labels')}
        field={STRING_MAP}
        descriptors={noDescriptors}
        value={getIn(document.value, ['metadata', 'labels'])}
        errors={errorsAt(errorsAt(tree, 'metadata'), 'labels')}
        depth={1}
      />
      <FieldView
        path={['metadata', 'annotations']}
        title={t('annotations')}
        field={STRING_MAP}
        descriptors={noDescriptors}
        value={getIn(document.value, ['metadata', 'annotations'])}
        errors={errorsAt(errorsAt(tree, 'metadata'), 'annotations')}
        depth={1}
      />
      <RestFields model={model} />
    </>
  );
}

function FormSurroundings(props: {
  readonly spec: unknown;
  readonly viewport: Viewport;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <SpecContext value={props.spec}>
      <ViewportContext value={props.viewport}>
        <RoomContext value={FIRST_ROWS}>{props.children}</RoomContext>
      </ViewportContext>
    </SpecContext>
  );
}

/** Rows drawn before the browser is asked what is near the window. */
const FIRST_ROWS = 12;

function Broken({ document }: { readonly document: FormDocument }): ReactNode {
  const t = useTranslations('schema-form');
  const problemText = useProblemText();
  if (document.problem === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={t('unreadable', { line: document.problem.line })}
      details={t('formWaits', { problem: problemText(document.problem.problem) })}
    />
  );
}

function Search(props: {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  readonly onJump: (path: Path) => void;
}): ReactNode {
  const { model, descriptors, onJump } = props;
  const { valueAt } = useForm();
  const field = propertyOf(model.subject.schema, 'spec');
  if (field === undefined || propertyNames(field).length === 0) return null;
  return (
    <FieldSearch field={field} descriptors={descriptors} path={SPEC} valueAt={valueAt} onJump={onJump} />
  );
}

function NameField({ model }: { readonly model: FormModel }): ReactNode {
  const t = useTranslations('schema-form');
  return (
    <FieldView
      path={['metadata', 'name']}
      title={t('name')}
      required
      field={NAME}
      descriptors={noDescriptors}
      value={getIn(model.document.value, ['metadata', 'name'])}
      errors={errorsAt(errorsAt(model.tree, 'metadata'), 'name')}
      clearable={false}
      depth={0}
    />
  );
}

const NAME = fieldOf({ type: 'string' });
const STRING_MAP = fieldOf({ type: 'object', additionalProperties: { type: 'string' } });

/** Fields of `spec` stand at the top: every object has one, so its own heading would say nothing. */
function SpecFields({
  model,
  descriptors,
  spec,
}: {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  readonly spec: unknown;
}): ReactNode {
  const root = model.subject.schema;
  const field = propertyOf(root, 'spec');
  if (field === undefined && spec === undefined) return null;
  const shown = describedField(field ?? fieldOf(undefined), descriptors, spec);
  const errors = errorsAt(model.tree, 'spec');
  const plain =
    shown.kind === 'object' && fits(shown, spec) && spec !== null && propertyNames(shown).length > 0;
  if (!plain) {
    return (
      <FieldView
        path={SPEC}
        title={titleOf('spec')}
        help={shown.description}
        required={root.required.has('spec')}
        field={shown}
        descriptors={descriptors}
        value={spec}
        errors={errors}
        depth={0}
      />
    );
  }
  return (
    <div
      data-section={pathKey(SPEC)}
      data-invalid={errors.own.length === 0 ? undefined : true}
      className="flex min-w-0 flex-col gap-4"
    >
      <OwnErrors errors={errors.own} />
      <ObjectFields
        field={shown}
        descriptors={descriptors}
        path={SPEC}
        value={isDictionary(spec) ? spec : undefined}
        errors={errors}
        depth={0}
      />
    </div>
  );
}

const SPEC: Path = ['spec'];
const ROOT: Path = [];

/** A few kinds keep fields beside `spec`. */
function RootFields({ model }: { readonly model: FormModel }): ReactNode {
  const { value } = model.document;
  const object = isDictionary(value) ? value : undefined;
  return (
    <ObjectFields
      field={model.subject.schema}
      descriptors={noDescriptors}
      path={ROOT}
      value={object}
      errors={model.tree}
      depth={0}
      omit={NOT_IN_FORM}
    />
  );
}

function hasDependencies(tree: DescriptorTree): boolean {
  if (tree.own !== undefined && tree.own.dependsOn.length > 0) return true;
  return [...tree.children.values()].some(hasDependencies);
}
