/** The code editor itself. Loaded when first shown, so that pages without it do not pay for it. */
import { defaultKeymap, standardKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentService } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { pathAt } from '#lib/schema-form/editor/cursor.ts';
import { entryOfPath, rangeOfPath } from '#lib/schema-form/editor/lines.ts';
import type { EditorSubject } from '#lib/schema-form/editor/subject.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import type { TextChange } from '#lib/schema-form/text/text-change.ts';
import type * as AssistModule from './assist.ts';
import { cursorCard } from './cursor-card.ts';
import { editorKeys, type SharedHistory, typeOverSelection, undoKeys } from './editor-keys.ts';
import { phrasesOf } from './editor-phrases.ts';
import { outlineFor, subjectFacet } from './editor-state.ts';
import type { Translate } from '#messages/types.ts';
import { editorTheme } from './editor-theme.ts';
import { fieldLines, markLines } from './field-lines.ts';
import { foldToLevel } from './folds.ts';
import { goToMark, goToProblem, marksInView, problems, showMarks } from './problems.ts';
import { TextLink, type LinkedTextStep } from './text-link.ts';
import type { YamlMark } from './yaml-mark.ts';

/** What was typed: the change, and the group of changes that are undone together. */
export interface TypedChange {
  readonly change: TextChange;
  readonly group: string;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Id of an element that says how to leave the editor by keyboard. */
  readonly describedBy: string;
  readonly t: Translate<'schema-form'>;
  readonly onChange: (text: string, typed: TypedChange) => void;
  /** The cursor came to rest in another field. */
  readonly onPath: (path: Path) => void;
  /** Undo of the text's owner; the editor's own when absent. */
  readonly history: SharedHistory | undefined;
}

export interface EditorHandle {
  /**
   * Makes the editor show this text; what was typed and the cursor stay where the texts agree. The step that made it of
   * the text before spares comparing the two.
   */
  setText: (text: string, step?: LinkedTextStep) => void;
  setMarks: (marks: readonly YamlMark[]) => void;
  setSubject: (subject: EditorSubject | undefined) => void;
  setReadOnly: (readOnly: boolean) => void;
  /** Gently marks the lines of a field; the focus stays where it is. */
  markField: (path: Path | undefined) => void;
  /** Puts the cursor in the field's value, or at the nearest that there is. */
  goTo: (path: Path) => void;
  goToMark: (index: number) => void;
  nextProblem: (direction: 1 | -1) => void;
  foldToLevel: (level: number) => void;
  find: () => void;
  goToLine: () => void;
  showField: () => void;
  focus: () => void;
  destroy: () => void;
}

/** The nonce that the page's own scripts carry; browsers hide the attribute but not the property. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

/** What every view of YAML has, the one of differences too. */
export function baseExtensions(t: Translate<'schema-form'>): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    EditorState.phrases.of(phrasesOf(t)),
    // A bracket that closes itself is rarely meant in YAML, and hides that the text is not finished.
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: [] } }]),
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    yaml(),
    editorTheme,
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
  ];
}

/** Below a key without a value its fields begin, two columns deeper. */
const belowKeys = indentService.of((context, pos) => {
  const { text } = context.lineAt(pos, -1);
  const key = /^(\s*(?:- +)*)(?!- )[^\s#'"][^#]*:\s*$/.exec(text);
  return key?.[1] === undefined ? undefined : key[1].length + 2;
});

/** The cursor has come to rest when it stays for so long. */
const REST_MS = 120;

export function createEditor(options: EditorOptions): EditorHandle {
  const { t } = options;
  const editable = new Compartment();
  const subject = new Compartment();
  const assist = new Compartment();
  const link = new TextLink(options.onChange);
  const rest = new Rest(REST_MS);
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        editingExtensions(options),
        undoKeys(sharedHistory(options.history, link)),
        ...[editable.of([]), subject.of([]), assist.of([])],
        link.extension,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged && !update.selectionSet) return;
          rest.after(() =>
            options.onPath(pathAt(outlineFor(view.state.doc), view.state.selection.main.head)),
          );
        }),
      ],
    }),
  });
  const loaded = loadAssistance(view, assist, t);
  return {
    setText: (text, step) => link.show(view, text, step),
    setMarks: (marks) => showMarks(view, marks),
    setSubject: (given) =>
      view.dispatch({ effects: subject.reconfigure(given === undefined ? [] : subjectFacet.of(given)) }),
    setReadOnly: (readOnly) =>
      view.dispatch({ effects: editable.reconfigure(readOnly ? EditorState.readOnly.of(true) : []) }),
    ...placesOf(view),
    ...commandsOf(view, loaded, t),
    destroy: () => {
      rest.stop();
      view.destroy();
    },
  };
}

function placesOf(
  view: EditorView,
): Pick<EditorHandle, 'markField' | 'goTo' | 'goToMark' | 'nextProblem' | 'foldToLevel' | 'focus'> {
  return {
    markField: (path) =>
      markLines(view, path === undefined ? undefined : rangeOfPath(outlineFor(view.state.doc), path)),
    goTo: (path) => goToPath(view, path),
    goToMark: (index) => {
      const mark = marksInView(view)[index];
      if (mark !== undefined) goToMark(view, mark);
    },
    nextProblem: (direction) => {
      goToProblem(view, direction);
    },
    foldToLevel: (level) => foldToLevel(view, level),
    focus: () => view.focus(),
  };
}

type Assist = typeof AssistModule;
type Assistance = Promise<Assist>;

function commandsOf(
  view: EditorView,
  loaded: Assistance,
  t: Translate<'schema-form'>,
): Pick<EditorHandle, 'find' | 'goToLine' | 'showField'> {
  const run = (what: (commands: Assist['commands']) => void): void => {
    view.focus();
    void loaded.then(({ commands }) => what(commands));
  };
  return {
    find: () => run(({ find }) => find(view)),
    goToLine: () => run(({ goToLine }) => goToLine(view)),
    showField: () => run(({ showField }) => showField(view, t)),
  };
}

/** After the text has been painted, so that it is there sooner. */
async function loadAssistance(view: EditorView, place: Compartment, t: Translate<'schema-form'>): Assistance {
  await new Promise(requestAnimationFrame);
  const assist = await import('./assist.ts');
  view.dispatch({ effects: place.reconfigure(assist.assistance(t)) });
  return assist;
}

function editingExtensions(options: EditorOptions): Extension {
  return [
    baseExtensions(options.t),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    foldGutter(),
    dropCursor(),
    indentOnInput(),
    belowKeys,
    bracketMatching(),
    problems,
    fieldLines,
    cursorCard,
    editorKeys,
    typeOverSelection,
    keymap.of([...foldKeymap, ...defaultKeymap, ...standardKeymap]),
    EditorState.allowMultipleSelections.of(true),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      'aria-describedby': options.describedBy,
      'aria-multiline': 'true',
      // It is a stop for Tab anyway; not every tool knows that what can be edited is one.
      tabindex: '0',
      spellcheck: 'false',
    }),
  ];
}

function goToPath(view: EditorView, path: Path): void {
  const outline = outlineFor(view.state.doc);
  const entry = entryOfPath(outline, path);
  const range = rangeOfPath(outline, path);
  const hasText = entry !== undefined && ['plain', 'quoted'].includes(entry.value.style);
  const at = Math.min(hasText ? entry.value.from : (range?.from ?? 0), view.state.doc.length);
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
    userEvent: 'select',
  });
  view.focus();
}

/** An undo may bring back a text that was typed a moment ago: then it is no late answer. */
function sharedHistory(history: SharedHistory | undefined, link: TextLink): SharedHistory | undefined {
  if (history === undefined) return undefined;
  return {
    undo: () => {
      link.forget();
      history.undo();
    },
    redo: () => {
      link.forget();
      history.redo();
    },
  };
}

class Rest {
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  after(run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
