/** The form's state and how it changes; pure, so that it can be tested without a browser. */
import { type ApiCause, apiFieldErrors } from '#lib/schema-form/api-errors.ts';
import {
  clearField,
  editDocument,
  type FormDocument,
  openDocument,
  replaceText,
  setField,
} from '#lib/schema-form/document.ts';
import { type ErrorTree, errorTree, noErrors } from '#lib/schema-form/error-tree.ts';
import { validateObject } from '#lib/schema-form/object-rules.ts';
import { getIn, type Path, samePath } from '#lib/schema-form/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema.ts';
import type { ApiType } from '#lib/schema-form/starters.ts';
import type { FieldError } from '#lib/schema-form/field-error.ts';
import type { YamlEdit } from '#lib/schema-form/edits.ts';

export interface FormSubject {
  readonly schema: FieldSchema;
  readonly type: ApiType;
}

export interface FormState {
  readonly subject: FormSubject;
  readonly document: FormDocument;
  /** Create was pressed: what is merely missing is an error from now on. */
  readonly submitted: boolean;
  /** What the API server said, and of which values; each goes when its value changes. */
  readonly refused: readonly { readonly error: FieldError; readonly of: unknown }[];
  /** Everything found wrong here. */
  readonly found: readonly FieldError[];
  /** What is to be seen now: missing values only after Create was pressed. */
  readonly errors: readonly FieldError[];
  readonly tree: ErrorTree;
}

export type FormAction =
  | { kind: 'text'; text: string }
  | { kind: 'open'; text: string }
  | { kind: 'set'; path: Path; value: unknown }
  | { kind: 'clear'; path: Path }
  | { kind: 'edit'; edit: YamlEdit }
  | { kind: 'submitted' }
  | { kind: 'refused'; error: { message: string; causes: readonly ApiCause[] } };

export function startForm(subject: FormSubject, text: string): FormState {
  return derive({
    subject,
    document: openDocument(text),
    submitted: false,
    refused: [],
    found: [],
    errors: [],
    tree: noErrors,
  });
}

export function reduceForm(state: FormState, action: FormAction): FormState {
  switch (action.kind) {
    case 'open':
      return startForm(state.subject, action.text);
    case 'submitted':
      return derive({ ...state, submitted: true });
    case 'refused': {
      const { value } = state.document;
      const errors = apiFieldErrors(action.error, value);
      const refused = errors.map((error) => ({ error, of: getIn(value, error.path) }));
      return derive({ ...state, submitted: true, refused });
    }
    default: {
      const document = changed(state.document, action);
      return document === state.document ? state : derive({ ...state, document });
    }
  }
}

type Change = Extract<FormAction, { kind: 'text' | 'set' | 'clear' | 'edit' }>;

function changed(document: FormDocument, action: Change): FormDocument {
  switch (action.kind) {
    case 'text':
      return replaceText(document, action.text);
    case 'set':
      return setField(document, action.path, action.value);
    case 'clear':
      return clearField(document, action.path);
    case 'edit':
      return editDocument(document, action.edit);
  }
}

function derive(state: FormState): FormState {
  const { subject, submitted } = state;
  const { value } = state.document;
  const found = validateObject(subject.schema, subject.type, value);
  const refused = state.refused.filter((entry) => Object.is(getIn(value, entry.error.path), entry.of));
  const seen = submitted ? found : found.filter((error) => !isMissing(error, value));
  // What was found here says it better than the API server.
  const news = refused.filter((entry) => !seen.some((error) => samePath(error.path, entry.error.path)));
  const errors = [...seen, ...news.map((entry) => entry.error)];
  return { ...state, refused, found, errors, tree: errorTree(errors, state.tree) };
}

/** Nothing was entered yet, which is no mistake while the form is being filled in. */
function isMissing(error: FieldError, value: unknown): boolean {
  if (error.rule === 'required') return true;
  const entered = getIn(value, error.path);
  return (error.rule === 'name' || error.rule === 'minLength') && (entered === undefined || entered === '');
}
