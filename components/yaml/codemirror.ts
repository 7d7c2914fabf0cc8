/** The code editor itself. Loaded when first shown, so that pages without it do not pay for it. */
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import { changeBetween } from '#lib/schema-form/yaml-edit.ts';

export interface YamlMark {
  /** Offset into the text. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  /** Show what differs from this text, line by line. */
  readonly original?: string | undefined;
}

export interface EditorHandle {
  /** Makes the editor show this text; what was typed and the cursor stay where the texts agree. */
  setText: (text: string) => void;
  setMarks: (marks: readonly YamlMark[]) => void;
  setReadOnly: (readOnly: boolean) => void;
  destroy: () => void;
}

/** Marks changes that came from outside, so that they are not reported back. */
const fromOutside = Annotation.define<boolean>();

const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--faint)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily:
      "ui-monospace, 'SFMono-Regular', 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    lineHeight: '1.25rem',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  // The package draws its marks by data: images, which the content security policy blocks.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': { content: 'none', position: 'relative' },
  '.cm-lint-marker-error::before': { content: '"●"', color: 'var(--bad)', fontSize: '0.625rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--hover)',
    borderColor: 'var(--line)',
    color: 'var(--muted)',
  },
  '.cm-changedLine': { backgroundColor: 'var(--good-soft) !important' },
  '.cm-changedText': {
    background: 'none !important',
    backgroundColor: 'var(--good-soft) !important',
    color: 'var(--good)',
  },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important' },
  '.cm-collapsedLines': { background: 'var(--sunken)', color: 'var(--muted)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
  '.cm-deletedText': { background: 'none !important', color: 'var(--bad)' },
});

/** The nonce that the page's own scripts carry; browsers hide the attribute but not the property. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

export function createEditor(options: EditorOptions): EditorHandle {
  const editable = new Compartment();
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [extensionsFor(options), editable.of([])],
    }),
  });
  return {
    setText: (text) => {
      const current = view.state.doc.toString();
      if (current === text) return;
      view.dispatch({ changes: changeBetween(current, text), annotations: fromOutside.of(true) });
    },
    setMarks: (marks) => {
      const end = view.state.doc.length;
      const shown = marks.map((mark) => ({
        from: Math.min(mark.from, end),
        to: Math.min(mark.to, end),
        severity: 'error' as const,
        message: mark.message,
      }));
      view.dispatch(setDiagnostics(view.state, shown));
    },
    setReadOnly: (readOnly) => {
      view.dispatch({ effects: editable.reconfigure(readOnly ? EditorState.readOnly.of(true) : []) });
    },
    destroy: () => {
      view.destroy();
    },
  };
}

function extensionsFor(options: EditorOptions): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    // A bracket that closes itself is rarely meant in YAML, and hides that the text is not finished.
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: [] } }]),
    basicSetup,
    yaml(),
    theme,
    syntaxHighlighting(highlight),
    lintGutter(),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'false' }),
    EditorView.updateListener.of((update) => {
      const typed =
        update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside) === true);
      if (typed) options.onChange(update.state.doc.toString());
    }),
    options.original === undefined
      ? []
      : unifiedMergeView({
          original: options.original,
          mergeControls: false,
          collapseUnchanged: { margin: 3 },
        }),
  ];
}
