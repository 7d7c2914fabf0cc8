'use client';
import {
  type ComponentType,
  createContext,
  type Dispatch,
  use,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react';
import { optional } from '#lib/base/loose.ts';
import type { ApiRefusal } from '#lib/schema-form/validate/api-errors.ts';
import { pathKey, type Path } from '#lib/schema-form/schema/path.ts';
import type { FieldError } from '#lib/schema-form/schema/field-error.ts';
import type { YamlEdit } from '#lib/schema-form/text/edits.ts';
import type { TextChange } from '#lib/schema-form/text/text-change.ts';
import type { ControlWidgetViewProps, FieldViewProps } from '../field-props.ts';
import {
  type ErrorSource,
  type FormAction,
  type FormState,
  type FormSubject,
  reduceForm,
  startForm,
} from './form-state.ts';
import { UiStore } from './ui-store.ts';
import { useChecking } from './use-checking.ts';

/** What fields may do to the document. The object never changes, so passing it on redraws nothing. */
export interface FormActions {
  readonly set: (path: Path, value: unknown) => void;
  /** Unset: the key goes. Differs from setting an empty value. */
  readonly clear: (path: Path) => void;
  /** Edits of one group that follow each other are undone together. */
  readonly edit: (edit: YamlEdit, group?: string) => void;
}

export interface FormModel extends Pick<FormState, 'document' | 'errors' | 'found' | 'tree' | 'history'> {
  readonly actions: FormActions;
  /** How the form looks: what is open, what is half typed. */
  readonly ui: UiStore;
  readonly setText: (text: string) => void;
  /** A change of the text as it is now; those of one group that follow each other are undone together. */
  readonly changeText: (change: TextChange, group?: string) => void;
  /** The focus left a field: what is typed next is undone on its own. */
  readonly leave: () => void;
  /** Over all changes, by the form and in the text; the history is empty where there is nothing left. */
  readonly undo: () => void;
  readonly redo: () => void;
  /** Starts over from another text. */
  readonly open: (text: string) => void;
  /** Create was pressed: from now on every error is shown. */
  readonly showAll: () => void;
  /** Puts what the API server refused at the fields. */
  readonly refuse: (error: ApiRefusal) => void;
  /** Takes all that a source has to say of the value it was asked about; its earlier words go. */
  readonly tell: (source: ErrorSource, errors: readonly FieldError[], value: unknown) => void;
  /** Errors as of the last change; for an answer that comes later. */
  readonly subject: FormSubject;
}

/** One document, its errors, and the ways to change it. The subject is read once: give the form a key. */
export function useFormModel(subject: FormSubject, initialText: string): FormModel {
  const [state, dispatch] = useReducer(reduceForm, initialText, (text) => startForm(subject, text));
  const [ui] = useState(() => new UiStore());
  useChecking(state, () => dispatch({ kind: 'checked' }));
  useEffect(() => {
    let gone = false;
    void import('./form-judge.ts').then(({ formJudge }) => {
      if (!gone) dispatch({ kind: 'judge', judge: formJudge });
    });
    return () => {
      gone = true;
    };
  }, []);
  const ways = useMemo(() => waysOf(dispatch, ui), [ui]);
  const { document, errors, found, tree, history } = state;
  return { document, errors, found, tree, history, subject: state.subject, ui, ...ways };
}

type Ways = Omit<FormModel, 'document' | 'errors' | 'found' | 'tree' | 'history' | 'ui' | 'subject'>;

function waysOf(dispatch: Dispatch<FormAction>, ui: UiStore): Ways {
  return {
    actions: {
      set: (path: Path, value: unknown) => dispatch({ kind: 'set', path, value }),
      clear: (path: Path) => dispatch({ kind: 'clear', path }),
      edit: (edit: YamlEdit, group?: string) => {
        ui.follow(edit);
        dispatch({ kind: 'edit', edit, ...optional({ group }) });
      },
    },
    changeText: (change: TextChange, group?: string) =>
      dispatch({ kind: 'change', change, ...optional({ group }) }),
    leave: () => dispatch({ kind: 'left' }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    setText: (text: string) => dispatch({ kind: 'text', text }),
    open: (text: string) => dispatch({ kind: 'open', text }),
    showAll: () => dispatch({ kind: 'submitted' }),
    refuse: (error: ApiRefusal) => dispatch({ kind: 'refused', error }),
    tell: (source: ErrorSource, errors: readonly FieldError[], value: unknown) =>
      dispatch({ kind: 'told', source, errors, value }),
  };
}

export type FormMode = 'edit' | 'read';

export interface FormContextValue {
  readonly actions: FormActions;
  /** Nothing can be edited: the text is broken and the form shows its last good state, or it is there to be read. */
  readonly frozen: boolean;
  /** `read`: values are shown as text, without the tools to change them. */
  readonly mode: FormMode;
  /** What is open and what is half typed; the object never changes. */
  readonly ui: UiStore;
  /** What lies at a path of the document as it is last drawn; for what is needed now and then only. */
  readonly valueAt: (path: Path) => unknown;
  /** Opens, scrolls to and focuses the field, or what comes closest to it. */
  readonly jump: (path: Path) => void;
  /** As `jump`, to a field that a click or key has just added: at once, as what is typed next is meant for it. */
  readonly enter: (path: Path) => void;
  /** Tells people who do not see it what has just happened. */
  readonly say: (text: string) => void;
  /** Draws any field; lists, maps and objects take it from here because it draws them in turn. */
  readonly Field: ComponentType<FieldViewProps>;
  /** Draws one value in the widget of its kind; `fallback` is the plain control. */
  readonly Control: ComponentType<ControlWidgetViewProps>;
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

/** DOM id of a field. Without blanks, which keys may have: attributes like `aria-describedby` are lists of ids. */
export function fieldId(path: Path): string {
  return `field-${pathKey(path).replaceAll(' ', '\\u0020')}`;
}
