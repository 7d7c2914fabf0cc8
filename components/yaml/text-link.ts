/** Keeps the editor and the text of its owner the same, in both directions, without losing what is being typed. */
import { Annotation, type Extension, type TransactionSpec } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { changeBetween, type TextChange } from '#lib/schema-form/text/text-change.ts';
import { asOneChange, ChangeGroups } from './typed-changes.ts';

/** How a text came from the one before it. */
export interface LinkedTextStep {
  readonly before: string;
  readonly change: TextChange;
}

type Report = (text: string, typed: { readonly change: TextChange; readonly group: string }) => void;

/** Marks changes that came from outside, so that they are not reported back. */
const fromOutside = Annotation.define<boolean>();

/** Texts that the owner has yet to hand back; it lags by a few at most. */
const SENT_LIMIT = 100;

export class TextLink {
  readonly extension: Extension;
  readonly #report: Report;
  readonly #groups = new ChangeGroups();
  #sent: string[] = [];

  constructor(report: Report) {
    this.#report = report;
    this.extension = EditorView.updateListener.of((update) => this.#listen(update));
  }

  #listen(update: ViewUpdate): void {
    if (!update.docChanged) {
      if (update.selectionSet) this.#groups.end();
      return;
    }
    const [first] = update.transactions;
    if (first === undefined || update.transactions.some((one) => one.annotation(fromOutside) === true)) {
      this.#groups.end();
      return;
    }
    const text = update.state.doc.toString();
    this.#sent = [...this.#sent, text].slice(-SENT_LIMIT);
    const change = asOneChange(update.changes, update.state.doc);
    this.#report(text, { change, group: this.#groups.groupOf(update.transactions.at(-1) ?? first, change) });
  }

  /** From now on whatever the owner shows counts. */
  forget(): void {
    this.#sent = [];
  }

  /** The owner has this text now. What was typed since then is not undone by it. */
  show(view: EditorView, text: string, step: LinkedTextStep | undefined): void {
    const known = this.#sent.lastIndexOf(text);
    if (known >= 0) {
      this.#sent = this.#sent.slice(known + 1);
      return;
    }
    this.#sent = [];
    const current = view.state.doc.toString();
    if (current === text) return;
    const change = step?.before === current ? step.change : changeBetween(current, text);
    view.dispatch(this.#outside(view, change));
  }

  /** In the editor the cursor goes where something changed, as an undo does; elsewhere it stays. */
  #outside(view: EditorView, change: TextChange): TransactionSpec {
    const spec = { changes: change, annotations: fromOutside.of(true) };
    if (!view.hasFocus) return spec;
    return { ...spec, selection: { anchor: change.from + change.insert.length }, scrollIntoView: true };
  }
}
