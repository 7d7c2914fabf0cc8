'use client';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchInput } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type DescriptorTree, noDescriptors } from '#lib/schema-form/descriptors.ts';
import { errorsAt } from '#lib/schema-form/error-tree.ts';
import { searchFields } from '#lib/schema-form/layout.ts';
import { formatPath, getIn, isDictionary, type Path } from '#lib/schema-form/path.ts';
import { fieldOf, propertyNames, propertyOf } from '#lib/schema-form/schema.ts';
import { FieldView } from './field-view.tsx';
import { fieldId, type FormModel, FormProvider, SpecContext } from './form-model.ts';
import { ObjectFields } from './object-fields.tsx';
import { fits } from './scalar-values.ts';
import { useProblemText, useProblemTexts } from './problem-text.ts';
import { titleOf } from '#lib/schema-form/titles.ts';

export interface SchemaFormProps {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  /** Field to open, scroll to and focus; a new object each time. */
  readonly target: { readonly path: Path } | undefined;
  readonly onTarget: (path: Path) => void;
  /** Fields above the schema's own, such as the namespace. */
  readonly children?: ReactNode;
}

const NOT_IN_FORM = new Set(['apiVersion', 'kind', 'metadata', 'status', 'spec']);
const BIG_SCHEMA = 12;

/** The form side of the document: everything the schema, the descriptors and the object itself know of. */
export function SchemaForm({ model, descriptors, target, onTarget, children }: SchemaFormProps): ReactNode {
  const t = useTranslations('schema-form');
  const problemText = useProblemText();
  const { document, tree, actions, subject } = model;
  const frozen = document.problem !== undefined;
  const context = useMemo(
    () => ({ actions, frozen, target: target?.path, Field: FieldView }),
    [actions, frozen, target],
  );
  const spec = getIn(document.value, ['spec']);
  const depends = useMemo(() => hasDependencies(descriptors), [descriptors]);
  useJump(target);
  return (
    <FormProvider value={context}>
      <SpecContext value={depends ? spec : undefined}>
        <div className="flex min-w-0 flex-col gap-5">
          {document.problem === undefined ? null : (
            <Notice
              tone="warn"
              title={t('unreadable', { line: document.problem.line })}
              details={t('formWaits', { problem: problemText(document.problem.problem) })}
            />
          )}
          <FieldSearch model={model} descriptors={descriptors} onJump={onTarget} />
          {children}
          <FieldView
            path={['metadata', 'name']}
            title={t('name')}
            required
            field={NAME}
            descriptors={noDescriptors}
            value={getIn(document.value, ['metadata', 'name'])}
            errors={errorsAt(errorsAt(tree, 'metadata'), 'name')}
            clearable={false}
            depth={0}
          />
          <SpecFields model={model} descriptors={descriptors} spec={spec} />
          <RootFields model={model} />
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
        </div>
        <p className="sr-only">{t('fieldsOf', { kind: subject.type.kind })}</p>
      </SpecContext>
    </FormProvider>
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
  const told = useProblemTexts();
  const root = model.subject.schema;
  const field = propertyOf(root, 'spec');
  if (field === undefined && spec === undefined) return null;
  const shown = field ?? fieldOf(undefined);
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
    <div className="flex min-w-0 flex-col gap-4">
      {errors.own.length === 0 ? null : <p className="text-sm text-bad">{told(errors.own)}</p>}
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

function FieldSearch({
  model,
  descriptors,
  onJump,
}: {
  readonly model: FormModel;
  readonly descriptors: DescriptorTree;
  readonly onJump: (path: Path) => void;
}): ReactNode {
  const t = useTranslations('schema-form');
  const [query, setQuery] = useState('');
  const field = propertyOf(model.subject.schema, 'spec');
  if (field === undefined || propertyNames(field).length < BIG_SCHEMA) return null;
  const results = searchFields({ field, descriptors, path: SPEC }, query);
  return (
    <search className="relative">
      <SearchInput label={t('find')} value={query} onChange={setQuery} />
      {query.trim() === '' ? null : (
        <ul className="absolute z-20 mt-1 max-h-80 w-full overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-popup">
          {results.length === 0 ? <li className="px-3 py-1.5 text-muted">{t('noField')}</li> : null}
          {results.map((result) => (
            <li key={formatPath(result.path)}>
              <button
                type="button"
                className="flex w-full min-w-0 items-baseline gap-2 px-3 py-1.5 text-start hover:bg-hover"
                onClick={() => {
                  setQuery('');
                  onJump(result.path);
                }}
              >
                <span className="shrink-0">{result.title}</span>
                <span className="min-w-0 truncate font-mono text-xs text-faint">
                  {formatPath(result.path)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** Scrolls to the field once the sections on the way have opened, and puts the cursor in its control. */
function useJump(target: { readonly path: Path } | undefined): void {
  useEffect(() => {
    if (target === undefined) return undefined;
    const frame = requestAnimationFrame(() => {
      let path = target.path;
      let element = document.getElementById(fieldId(path));
      while (element === null && path.length > 1) {
        path = path.slice(0, -1);
        element = document.getElementById(fieldId(path));
      }
      element?.scrollIntoView({ block: 'center' });
      element?.focus({ preventScroll: true });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [target]);
}

function hasDependencies(tree: DescriptorTree): boolean {
  if (tree.own?.dependsOn !== undefined) return true;
  return [...tree.children.values()].some(hasDependencies);
}
