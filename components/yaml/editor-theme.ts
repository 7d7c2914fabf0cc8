/** How the editor looks: our own tokens, so that it follows light and dark by itself. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--faint)' },
]);

const MONO =
  "ui-monospace, 'SFMono-Regular', 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";

const text = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  // Above the gutter, which would hide an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
    zIndex: '250',
  },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--hover)',
    borderColor: 'var(--line)',
    color: 'var(--muted)',
    margin: '0 4px',
    padding: '0 6px',
  },
  '.cm-foldGutter span': { cursor: 'pointer' },
  '.cm-fieldLine': { boxShadow: 'inset 2px 0 0 var(--accent)', backgroundColor: 'var(--accent-soft)' },
});

const panels = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': { padding: '6px 8px', fontSize: '0.8125rem' },
  '.cm-panel.cm-search [name=close], .cm-dialog-close': {
    color: 'var(--muted)',
    minWidth: '24px',
    minHeight: '24px',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    minHeight: '24px',
    fontSize: '0.8125rem',
  },
  '.cm-button': {
    background: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    minHeight: '24px',
    fontSize: '0.75rem',
  },
  '.cm-button:hover': { background: 'var(--hover)' },
  '.cm-panel input[type=checkbox]': { accentColor: 'var(--accent-solid)' },
});

const tooltips = EditorView.theme({
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: '0 8px 28px var(--shadow-color), 0 1px 3px var(--shadow-color)',
    maxWidth: 'min(30rem, calc(100vw - 2rem))',
    zIndex: '40',
  },
  '.cm-tooltip-section:not(:first-child)': { borderTop: '1px solid var(--line)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: MONO, fontSize: '0.75rem', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '0.75rem',
    justifyContent: 'space-between',
    padding: '3px 8px',
    lineHeight: '1.25rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--accent)' },
  '.cm-completionDetail': {
    color: 'var(--faint)',
    fontStyle: 'normal',
    fontFamily: 'var(--font-inter), ui-sans-serif, system-ui, sans-serif',
    marginLeft: '0',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '0', maxWidth: '22rem' },
  '.cm-card': {
    padding: '8px 10px',
    fontFamily: 'var(--font-inter), ui-sans-serif, system-ui, sans-serif',
    fontSize: '0.8125rem',
    lineHeight: '1.25rem',
    maxHeight: '20rem',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
  },
  '.cm-card-title': { fontWeight: '600' },
  '.cm-card-path, .cm-card code': { fontFamily: MONO, fontSize: '0.75rem' },
  '.cm-card-path, .cm-card-facts': { color: 'var(--muted)' },
  '.cm-card-facts': { margin: '4px 0 0', padding: '0', listStyle: 'none' },
  '.cm-card-text': { margin: '6px 0 0', whiteSpace: 'pre-line' },
  '.cm-card-bad': { color: 'var(--bad)' },
  '.cm-card-warn': { color: 'var(--warn)' },
  '.cm-fixes': { display: 'flex', flexWrap: 'wrap', gap: '6px', marginTop: '6px' },
});

// The packages draw their marks by data: images, which the content security policy blocks.
const marks = EditorView.theme({
  '.cm-lintRange': {
    backgroundImage: 'none',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
    paddingBottom: '0',
  },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warn)' },
  '.cm-lintRange-info': { textDecoration: 'underline dotted var(--muted)' },
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
  '.cm-lint-marker': { content: 'none', position: 'relative', width: '1em', cursor: 'default' },
  '.cm-lint-marker::before': { fontSize: '0.625rem' },
  '.cm-lint-marker-error::before': { content: '"●"', color: 'var(--bad)' },
  '.cm-lint-marker-warning::before': { content: '"▲"', color: 'var(--warn)' },
  '.cm-lint-marker-info::before': { content: '"■"', color: 'var(--muted)' },
  '.cm-diagnostic': { padding: '8px 10px', marginLeft: '0', whiteSpace: 'normal', borderLeftWidth: '3px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--muted)' },
});

// The browser replaces colours by those of the user, also of a selection that is a coloured box.
const forced = EditorView.theme({
  '@media (forced-colors: active)': {
    '&.cm-editor.cm-editor .cm-selectionBackground': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      opacity: '0.5',
    },
    '.cm-cursor': { borderLeftColor: 'CanvasText' },
    '.cm-fieldLine': { outline: '1px solid Highlight', boxShadow: 'none' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      outline: '2px solid Highlight',
      outlineOffset: '-2px',
    },
    '.cm-changedText': { textDecoration: 'underline' },
    '.cm-deletedText': { textDecoration: 'line-through' },
  },
  '@media (prefers-reduced-motion: reduce)': {
    '.cm-cursorLayer': { animation: 'none !important' },
  },
});

export const editorTheme: Extension = [text, panels, tooltips, marks, forced, syntaxHighlighting(highlight)];
