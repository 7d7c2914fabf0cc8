'use client';
import { type ComponentType, createContext, use, useMemo, useReducer } from 'react';
import type { ApiCause } from '#lib/schema-form/api-errors.ts';
import { pathKey, type Path } from '#lib/schema-form/path.ts';
import type { YamlEdit } from '#lib/schema-form/edits.ts';
import type { FieldViewProps } from './field-props.ts';
import { type FormState, type FormSubject, reduceForm, startForm } from './form-state.ts';

/** What fields may do to the document. The object never changes, so passing it on redraws nothing. */
export interface FormActions {
  readonly set: (path: Path, value: unknown) => void;
  /** Unset: the key goes. Differs from setting an empty value. */
  readonly clear: (path: Path) => void;
  readonly edit: (edit: YamlEdit) => void;
}

export interface FormModel extends Pick<FormState, 'document' | 'errors' | 'found' | 'tree'> {
  readonly actions: FormActions;
  readonly setText: (text: string) => void;
  /** Starts over from another text. */
  readonly open: (text: string) => void;
  /** Create was pressed: from now on every error is shown. */
  readonly showAll: () => void;
  /** Puts what the API server refused at the fields. */
  readonly refuse: (error: { message: string; causes: readonly ApiCause[] }) => void;
  /** Errors as of the last change; for an answer that comes later. */
  readonly subject: FormSubject;
}

/** One document, its errors, and the ways to change it. The subject is read once: give the form a key. */
export function useFormModel(subject: FormSubject, initialText: string): FormModel {
  const [state, dispatch] = useReducer(reduceForm, initialText, (text) => startForm(subject, text));
  const ways = useMemo(
    () => ({
      actions: {
        set: (path: Path, value: unknown) => {
          dispatch({ kind: 'set', path, value });
        },
        clear: (path: Path) => {
          dispatch({ kind: 'clear', path });
        },
        edit: (edit: YamlEdit) => {
          dispatch({ kind: 'edit', edit });
        },
      },
      setText: (text: string) => {
        dispatch({ kind: 'text', text });
      },
      open: (text: string) => {
        dispatch({ kind: 'open', text });
      },
      showAll: () => {
        dispatch({ kind: 'submitted' });
      },
      refuse: (error: { message: string; causes: readonly ApiCause[] }) => {
        dispatch({ kind: 'refused', error });
      },
    }),
    [],
  );
  const { document, errors, found, tree } = state;
  return { document, errors, found, tree, subject: state.subject, ...ways };
}

interface FormContextValue {
  readonly actions: FormActions;
  /** The text is broken: the form shows the last good state and cannot be edited. */
  readonly frozen: boolean;
  /** The field that the search box or an error points at. */
  readonly target: Path | undefined;
  /** Draws any field; lists, maps and objects take it from here because it draws them in turn. */
  readonly Field: ComponentType<FieldViewProps>;
}

const FormContext = createContext<FormContextValue | undefined>(undefined);

export const FormProvider = FormContext.Provider;

export function useForm(): FormContextValue {
  const value = use(FormContext);
  if (value === undefined) throw new Error('Form fields work only inside a schema form.');
  return value;
}

/** The object's `spec`, only where descriptors make fields depend on others; it changes with every edit. */
export const SpecContext = createContext<unknown>(undefined);

/** DOM id of a field, by which errors and search find it. */
export function fieldId(path: Path): string {
  return `field-${pathKey(path)}`;
}
