/** The form's state and how it changes; pure, so that it can be tested without a browser. */
import { optional } from '#lib/base/loose.ts';
import type { ApiRefusal } from '#lib/schema-form/validate/api-errors.ts';
import {
  changeText,
  clearField,
  editDocument,
  type FormDocument,
  openDocument,
  replaceText,
  setField,
} from '#lib/schema-form/text/document.ts';
import { type ErrorTree, errorTree, noErrors } from '#lib/schema-form/validate/error-tree.ts';
import {
  endGroup,
  type History,
  type HistoryMove,
  noHistory,
  redoStep,
  remember,
  undoStep,
} from '#lib/schema-form/text/history.ts';
import { getIn, type Path, pathKey, samePath } from '#lib/schema-form/schema/path.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import type { ApiType } from '#lib/schema-form/schema/starters.ts';
import type { FieldError } from '#lib/schema-form/schema/field-error.ts';
import { sameProblem } from '#lib/schema-form/schema/problem.ts';
import type { YamlEdit } from '#lib/schema-form/text/edits.ts';
import type { TextChange } from '#lib/schema-form/text/text-change.ts';
import type { Judge } from './form-judge.ts';

export interface FormSubject {
  readonly schema: FieldSchema;
  readonly type: ApiType;
}

/**
 * Who tells errors after the form's own validation, in their own time: the schema's CEL rules, and the API server by a
 * dry run or a refusal.
 */
export type ErrorSource = 'rules' | 'cluster';

interface Told {
  readonly source: ErrorSource;
  readonly error: FieldError;
  /** The value that it is about. */
  readonly of: unknown;
}

export interface FormState {
  readonly subject: FormSubject;
  readonly document: FormDocument;
  /** Every change of the document, by the form or in its text. */
  readonly history: History;
  /** Create was pressed: what is merely missing is an error from now on. */
  readonly submitted: boolean;
  /** The document is so large that its first validation is done in steps, and it is still going on. */
  readonly checking: boolean;
  /** Each goes when its value changes, and all of a source when it speaks again. */
  readonly told: readonly Told[];
  /** Absent until it is loaded, just after the form is drawn; nothing is found before. */
  readonly judge: Judge | undefined;
  /** Everything found wrong here. */
  readonly found: readonly FieldError[];
  /** What is to be seen now: missing values only after Create was pressed. */
  readonly errors: readonly FieldError[];
  readonly tree: ErrorTree;
}

export type FormAction =
  | { kind: 'text'; text: string }
  /** A change of the text as it is now; changes of one group that follow each other are undone together. */
  | { kind: 'change'; change: TextChange; group?: string }
  /** The focus went elsewhere: what is typed next is undone on its own. */
  | { kind: 'left' }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'open'; text: string }
  | { kind: 'set'; path: Path; value: unknown }
  | { kind: 'clear'; path: Path }
  | { kind: 'edit'; edit: YamlEdit; group?: string }
  | { kind: 'submitted' }
  /** The first validation of a large document is done: from now on it costs no more than what changes. */
  | { kind: 'checked' }
  | { kind: 'judge'; judge: Judge }
  | { kind: 'refused'; error: ApiRefusal }
  /** All that the source has to say of `value`, which may be an older one by now. */
  | { kind: 'told'; source: ErrorSource; errors: readonly FieldError[]; value: unknown };

export function startForm(subject: FormSubject, text: string, judge?: Judge): FormState {
  const document = openDocument(text);
  return derive({
    subject,
    document,
    checking: judge?.isLarge(document.value) ?? false,
    history: noHistory,
    submitted: false,
    told: [],
    judge,
    found: [],
    errors: [],
    tree: noErrors,
  });
}

export function reduceForm(state: FormState, action: FormAction): FormState {
  switch (action.kind) {
    case 'open':
      return startForm(state.subject, action.text, state.judge);
    case 'judge':
      return derive({ ...state, judge: action.judge, checking: action.judge.isLarge(state.document.value) });
    case 'submitted':
      return derive({ ...state, submitted: true, checking: false });
    case 'checked':
      return derive({ ...state, checking: false });
    case 'refused':
      return refused(state, action.error);
    case 'told': {
      const next = withTold(state, action);
      return next === state ? state : derive(next);
    }
    case 'left':
      return left(state);
    case 'undo':
      return moved(state, undoStep(state.history));
    case 'redo':
      return moved(state, redoStep(state.history));
    default: {
      const document = changed(state.document, action);
      if (document === state.document) return state;
      return derive({ ...state, document, history: remembered(state.history, document, action) });
    }
  }
}

function refused(state: FormState, error: ApiRefusal): FormState {
  const { value } = state.document;
  const errors = state.judge?.place(error, value, state.subject.schema) ?? [];
  return derive({ ...withTold(state, { source: 'cluster', errors, value }), submitted: true });
}

function left(state: FormState): FormState {
  const history = endGroup(state.history);
  return history === state.history ? state : { ...state, history };
}

function moved(state: FormState, move: HistoryMove | undefined): FormState {
  if (move === undefined) return state;
  return derive({ ...state, document: changeText(state.document, move.change), history: move.history });
}

/** Typing in one control is one step, and so is clearing it on the way. */
function remembered(history: History, { step }: FormDocument, action: Change): History {
  if (step === undefined) return history;
  switch (action.kind) {
    case 'text':
      return remember(history, step);
    case 'change':
      return remember(history, { ...step, ...optional({ group: action.group }) });
    case 'edit':
      return remember(history, {
        ...step,
        path: action.edit.path,
        ...optional({ group: action.group }),
      });
    default:
      return remember(history, { ...step, path: action.path, group: pathKey(action.path) });
  }
}

function withTold(
  state: FormState,
  { source, errors, value }: { source: ErrorSource; errors: readonly FieldError[]; value: unknown },
): FormState {
  const others = state.told.filter((entry) => entry.source !== source);
  if (errors.length === 0 && others.length === state.told.length) return state;
  const news = errors.map((error) => ({ source, error, of: getIn(value, error.path) }));
  return { ...state, told: [...others, ...news] };
}

type Change = Extract<FormAction, { kind: 'text' | 'change' | 'set' | 'clear' | 'edit' }>;

function changed(document: FormDocument, action: Change): FormDocument {
  switch (action.kind) {
    case 'text':
      return replaceText(document, action.text);
    case 'change':
      return changeText(document, action.change);
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
  const known = state.checking ? undefined : state.judge?.find(subject.schema, subject.type, value);
  const found = known ?? state.found;
  const told = state.told.filter((entry) => Object.is(getIn(value, entry.error.path), entry.of));
  const seen = submitted ? found : found.filter((error) => !isMissing(error, value));
  const errors = [...seen, ...newsOf(told, seen)];
  return { ...state, told, found, errors, tree: errorTree(errors, state.tree) };
}

/** What was found here says it better than the API server; and nothing is said twice. */
function newsOf(told: readonly Told[], seen: readonly FieldError[]): FieldError[] {
  const news: FieldError[] = [];
  for (const { error } of told) {
    const known = seen.some((other) => samePath(other.path, error.path));
    const said = news.some(
      (other) => samePath(other.path, error.path) && sameProblem(other.problem, error.problem),
    );
    if (!known && !said) news.push(error);
  }
  return news;
}

/** Nothing was entered yet, which is no mistake while the form is being filled in. */
function isMissing(error: FieldError, value: unknown): boolean {
  if (error.rule === 'required') return true;
  const entered = getIn(value, error.path);
  return (error.rule === 'name' || error.rule === 'minLength') && (entered === undefined || entered === '');
}
