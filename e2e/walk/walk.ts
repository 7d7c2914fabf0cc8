/**
 * A walk through a form that holds an example, in its page: every leaf is shown in a control of its type, nothing was
 * written that nobody asked for, an edit of one leaf changes the lines of that leaf only and can be undone, and what is
 * wrong is marked. Bundled, so that it can be put into any page with a form; it is there as `window.formWalk`.
 */
import { validateObject } from '#lib/schema-form/validate/object-rules.ts';
import { pathKey, sameValue } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import type { ApiType } from '#lib/schema-form/schema/starters.ts';
import { controlsOf, isEditable, marks, misshown, stepFor } from './controls.ts';
import type { Step } from './controls.ts';
import {
  buttonNamed,
  copyButton,
  copyOf,
  frame,
  keepCopies,
  perform,
  pressButton,
  pressUndo,
  until,
} from './hands.ts';
import { faultsOf, isScalar, leavesOf, valueOf } from './leaves.ts';
import type { Leaf } from './leaves.ts';

/** What a form was opened with. */
export interface Given {
  /** The schema of its CRD. */
  readonly schema: unknown;
  readonly type: ApiType;
  /** The object that it has to begin with. */
  readonly object: unknown;
}

/** A leaf with a way to change it. */
export interface Change {
  readonly leaf: Leaf;
  readonly step: Step;
}

export interface FormWalk {
  /** Waits for the form and opens what of it is closed. */
  readonly open: () => Promise<void>;
  /** Everything wrong; leaves the form as it was, but with its errors marked where it has some. */
  readonly walk: (given: Given) => Promise<string[]>;
  readonly copy: () => string;
  /** Changes of two leaves at most in each kind of control. */
  readonly samples: () => Change[];
}

declare global {
  interface Window {
    formWalk: FormWalk;
  }
}

async function open(): Promise<void> {
  await until(() => buttonNamed('Create') !== undefined && copyButton() !== null);
  await pressButton('The object itself');
}

async function walk(given: Given): Promise<string[]> {
  const text = copyOf();
  const value = valueOf(text);
  if (!sameValue(value, given.object)) return [`the form begins with\n${text}`];
  const leaves = leavesOf(value);
  if (!(await until(() => misshown(leaves).length === 0))) return misshown(leaves);
  if (copyOf() !== text) return [`the form wrote something by itself:\n${copyOf()}`];
  const wrong: string[] = [];
  for (const leaf of leaves) {
    try {
      wrong.push(...(await editAndUndo(text, leaf)));
    } catch (cause) {
      // The form is not what it was before, or was waited for in vain, which takes long.
      return [...wrong, `${pathKey(leaf.path)}: ${String(cause)}`];
    }
  }
  return [...wrong, ...(await marksAmiss(given, value))];
}

/** Another value in the control, whose lines alone may change. Throws where undo does not bring back the very text there was. */
async function editAndUndo(text: string, leaf: Leaf): Promise<string[]> {
  if (!isScalar(leaf.value)) return [];
  const [control] = controlsOf(leaf.path);
  if (control === undefined) throw new Error('its control is gone');
  if (!isEditable(control)) throw new Error('nobody may change it');
  const step = stepFor(control, leaf.value);
  if (step === undefined) return [];
  perform(control, step);
  if (!(await until(() => copyOf() !== text))) throw new Error('nothing came of an edit');
  const wrong = faultsOf({ leaf, given: step.given }, text, copyOf());
  const [changed] = controlsOf(leaf.path);
  if (changed !== control)
    wrong.push(`${pathKey(leaf.path)}: another control took its place, and the cursor with it`);
  if (!pressUndo(changed ?? control)) wrong.push(`${pathKey(leaf.path)}: Ctrl+Z was left to the browser`);
  // The form goes to what it has undone in the next frame.
  await frame();
  if (!(await until(() => copyOf() === text))) throw new Error(`undo left\n${copyOf()}`);
  // Leaves no list of choices open over the next field.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return wrong;
}

/** What is wrong is marked at its fields, and nothing else is; conformance.int.test.ts compares that with the API server. */
async function marksAmiss({ schema, type }: Given, value: unknown): Promise<string[]> {
  const errors = validateObject(fieldOf(schema), type, value);
  // Only what cannot be created: the button would make an instance of it.
  if (errors.length === 0) return [];
  await pressButton('Create');
  const wanted = [...new Set(errors.map(({ path }) => pathKey(path)))].sort();
  await until(() => sameValue(marks(), wanted));
  const found = marks();
  return sameValue(found, wanted) ? [] : [`marked are ${found.join(' ')} instead of ${wanted.join(' ')}`];
}

function samples(): Change[] {
  const found = new Map<string, Change[]>();
  for (const leaf of leavesOf(valueOf(copyOf()))) {
    const [control] = controlsOf(leaf.path);
    if (control === undefined || !isScalar(leaf.value)) continue;
    const step = stepFor(control, leaf.value);
    const kind = `${control.tagName} ${control.role ?? ''} ${control.inputMode} ${typeof leaf.value}`;
    const known = found.get(kind) ?? [];
    if (step !== undefined && known.length < 2) found.set(kind, [...known, { leaf, step }]);
  }
  return [...found.values()].flat();
}

keepCopies();
window.formWalk = { open, walk, copy: copyOf, samples };
