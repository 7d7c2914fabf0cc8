import { describe, expect, it } from 'vitest';
import { formatPath } from '../schema/path.ts';
import { cursorAt, pathAt } from './cursor.ts';
import { rangeOfPath } from './lines.ts';
import { textOutline } from './outline.ts';

/** The cursor is where the bar is. */
function at(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf('|');
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** `what path "typed"`, and what is there already. */
function told(marked: string): string {
  const { text, offset } = at(marked);
  const cursor = cursorAt(textOutline(text), offset);
  if (cursor.at === 'text') return 'text';
  const typed = JSON.stringify(text.slice(cursor.from, cursor.to));
  const taken = 'taken' in cursor && cursor.taken.size > 0 ? ` beside ${[...cursor.taken].join(',')}` : '';
  const has = cursor.at === 'start' && cursor.has !== 'nothing' ? ` in ${cursor.has}` : '';
  const column = cursor.at === 'start' && !cursor.flow ? ` @${String(cursor.column)}` : '';
  return `${cursor.at} ${formatPath(cursor.path)} ${typed}${column}${has}${taken}`;
}

describe('what the cursor is about', () => {
  it.each([
    // Empty and nearly empty texts.
    ['|', 'start  "" @0'],
    ['k|', 'start  "k" @0'],
    ['# note |', 'text'],
    ['a: 1\n|', 'start  "" @0 in keys beside a'],
    ['a: 1\n|\nb: 2', 'start  "" @0 in keys beside a,b'],
    // Below a key.
    ['spec:\n  |', 'start spec "" @2'],
    ['spec:\n  |\nstatus: {}', 'start spec "" @2'],
    ['spec:\n  repl|', 'start spec "repl" @2'],
    ['spec:\n  a: 1\n  repl|\n  b: 2', 'start spec "repl" @2 in keys beside a,b'],
    ['spec:\n  a: 1\n  |', 'start spec "" @2 in keys beside a'],
    ['spec:\n    a: 1\n  |', 'text'],
    ['spec:\n  a: 1\n    |', 'text'],
    ['spec:\n|\n  a: 1', 'text'],
    ['spec:\n|\n\n# note\n', 'start  "" @0 in keys beside spec'],
    ['spec:\n  a:\n    b: 1\n\n\n  |', 'start spec "" @2 in keys beside a'],
    ['spec:\n  a:\n    b: 1\n  # note\n    |', 'start spec.a "" @4 in keys beside b'],
    // A key that has its colon.
    ['spec:\n  re|plicas: 3\n  b: 2', 'key spec "replicas" beside b'],
    ['"re|pl": 3', 'key  "\\"repl\\""'],
    // Values.
    ['replicas: |', 'value replicas ""'],
    ['replicas:|', 'value replicas ""'],
    ['replicas: |3', 'value replicas "3"'],
    ['policy: Alw| # note', 'value policy "Alw"'],
    ['policy: "Alw|"', 'value policy "Alw"'],
    ['policy: "Alw|\nnext: 1', 'value policy "Alw"'],
    ["policy: 'A|lw'", 'value policy "Alw"'],
    ['policy: "Alw"|', 'text'],
    ['policy: Alw # n|ote', 'text'],
    ['policy: |\n  a: 1', 'text'],
    ['spec: &anchor\n  a|', 'start spec "a" @2'],
    // Lists.
    ['items:\n  - |', 'start items[0] "" @4'],
    ['items:\n  -|', 'start items[0] "" @4'],
    ['items:\n  - na|', 'start items[0] "na" @4'],
    ['items:\n  - name: x\n    |', 'start items[0] "" @4 in keys beside name'],
    ['items:\n  - name: x\n  |', 'start items "" @2 in items'],
    ['items:\n  - |\n    name: x', 'start items[0] "" @4 in keys beside name'],
    ['items:\n- name: x\n  va|\n- name: y', 'start items[0] "va" @2 in keys beside name'],
    ['items:\n- name: x\n- |', 'start items[1] "" @2'],
    ['items:\n- a\nnext|', 'start  "next" @0 in keys beside items'],
    ['a:\n  - - |', 'start a[0][0] "" @6'],
    ['a:\n  - b:\n      - c: |', 'value a[0].b[0].c ""'],
    // Between brackets.
    ['a: { |', 'start a "" in keys'],
    ['a: { b: 1, c| }', 'start a "c" in keys beside b'],
    ['a: { b: 1, c|: 2 }', 'key a "c" beside b'],
    ['a: { b: | }', 'value a.b ""'],
    ['a: { b: tr| }', 'value a.b "tr"'],
    ['a: [x, |]', 'start a "" in items'],
    ['a: [x, y|]', 'value a[1] "y"'],
    ['a: [\n  x,\n  |\n]', 'start a "" in items'],
    ['a: [x|\nb: 1', 'value a[0] "x"'],
    ['a: [x]|', 'text'],
    ['{ "kind": "A", | }', 'start  "" in keys beside kind'],
    ['{ "kind": "A|" }', 'value kind "A"'],
    // Text that is no structure.
    ['run: |\n  key: va'.replace('|', '>') + '|', 'text'],
    ['a: first\n  second|', 'text'],
    ['run: >\n  x: 1\n|', 'start  "" @0 in keys beside run'],
    // Several documents.
    ['a: 1\n---\n|', 'start  "" @0'],
    ['---\na: 1\n|', 'start  "" @0 in keys beside a'],
    ['a: 1\n---\nb: 2\nc|', 'start  "c" @0 in keys beside b'],
    // Odd keys.
    ['labels:\n  app.kubernetes.io/name: |', 'value labels["app.kubernetes.io/name"] ""'],
    ['__proto__:\n  |', 'start __proto__ "" @2'],
    ['a:\r\n  b|\r\n', 'start a "b" @2'],
  ])('%j', (marked, expected) => {
    expect(told(marked)).toBe(expected);
  });

  it('tells the list whose dashes stand under its key', () => {
    const { text, offset } = at('items:\n- a\n- b\n|');
    const cursor = cursorAt(textOutline(text), offset);
    expect(cursor).toMatchObject({ at: 'start', path: [], list: { path: ['items'], size: 2 } });
  });
});

describe('the path of the cursor', () => {
  it.each([
    ['|', ''],
    ['spec:\n  re|plicas: 3', 'spec.replicas'],
    ['spec:\n  replicas: 3|', 'spec.replicas'],
    ['spec:\n  replicas: 3\n|', ''],
    ['spec:\n  replicas: 3\n  |', 'spec'],
    ['spec:\n  |', 'spec'],
    ['spec:\n |  replicas: 3', 'spec.replicas'],
    ['spec:\n  run: >\n    one\n    tw|o', 'spec.run'],
    ['spec:\n  a: x\n    goes o|n', 'spec.a'],
    ['l:\n  - name: x\n    v|: 1', 'l[0].v'],
    ['l:\n  -| name: x', 'l[0]'],
    ['a: { b: [1, 2|2] }', 'a.b[1]'],
    ['a: 1 # no|te', 'a'],
  ])('%j', (marked, expected) => {
    const { text, offset } = at(marked);
    expect(formatPath(pathAt(textOutline(text), offset))).toBe(expected);
  });
});

describe('the lines of a path', () => {
  const text = 'a: 1\nspec:\n  l:\n    - name: x\n      run: >\n        one\n\n    - name: y\nz: 2\n';

  it.each([
    [['spec', 'l', 0], '- name: x\n      run: >\n        one'],
    [['spec', 'l', 1], '- name: y'],
    [['spec', 'l', 0, 'name'], 'name: x'],
    [['spec', 'l', 1, 'missing', 'too'], '- name: y'],
    [['z'], 'z: 2'],
  ])('%j', (path, expected) => {
    const range = rangeOfPath(textOutline(text), path);
    expect(text.slice(range?.from, range?.to)).toBe(expected);
  });

  it('has none at the root', () => {
    expect(rangeOfPath(textOutline(text), [])).toBeUndefined();
    expect(rangeOfPath(textOutline(''), ['spec'])).toBeUndefined();
  });
});
