/** Small cards of text beside the text. What schemas and clusters say goes in as text only. */
import type { EditorView } from '@codemirror/view';
import type { YamlFix, YamlMark } from './yaml-mark.ts';

export function element(
  tag: string,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** Messages with a button for each fix. */
export function problemCard(marks: readonly YamlMark[], view: EditorView, focus = false): HTMLElement {
  const dom = element('div', 'cm-problems');
  for (const mark of marks) {
    const tone = mark.severity === undefined || mark.severity === 'error' ? 'cm-card-bad' : 'cm-card-warn';
    const part = element('div', 'cm-card', element('div', tone, mark.message));
    // A long one is scrolled, by keys too.
    part.tabIndex = 0;
    const fixes = (mark.fixes ?? []).map((fix) => fixButton(fix, view));
    if (fixes.length > 0) part.append(element('div', 'cm-fixes', ...fixes));
    dom.append(part);
  }
  if (focus) {
    requestAnimationFrame(() => {
      dom.querySelector('button')?.focus();
    });
  }
  return dom;
}

function fixButton(fix: YamlFix, view: EditorView): HTMLElement {
  const button = element('button', 'cm-button', fix.label);
  button.setAttribute('type', 'button');
  button.addEventListener('click', () => {
    fix.run();
    view.focus();
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    view.focus();
  });
  return button;
}
