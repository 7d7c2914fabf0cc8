import { describe, expect, it } from 'vitest';
import { clearField, documentOf, editDocument, openDocument, setField } from './document.ts';
import type { YamlEdit } from './edits.ts';
import { getIn } from '../schema/path.ts';

interface Row {
  readonly name: string;
  readonly text: string;
  readonly edit: YamlEdit;
  readonly want: string;
}

const set = (path: readonly (string | number)[], value: unknown): YamlEdit => ({ kind: 'set', path, value });
const gone = (...path: readonly (string | number)[]): YamlEdit => ({ kind: 'delete', path });
const merged = 'd: &d {a: 1, b: 2} # d\nx:\n  # own\n  <<: *d\n  c: 3\ny: *d # y\n';
const flow = 'l: [\n  a, # one\n  b, # two\n  c  # three\n]\nm: 1\n';
const explicit = '? a # key\n: 1 # v\n? b\n: - x # i\n  - y\n# end\nc: 3\n';

const comments: Row[] = [
  {
    name: 'between a key and the map that is replaced',
    text: 'a:\n  b: # why\n    c: 1 # x\n    # end\n  d: 1\n',
    edit: set(['a', 'b'], { e: 1 }),
    want: 'a:\n  b: # why\n    e: 1 # x\n    # end\n  d: 1\n',
  },
  {
    name: 'above the last key that goes',
    text: 'a:\n  # why\n  b: 1\nc: 2\n',
    edit: gone('a', 'b'),
    want: 'a: {}\n  # why\nc: 2\n',
  },
  {
    name: 'above the second key, where the first behind a dash goes',
    text: 'l:\n  - a: 1 # a\n    # about b\n    b: 2\n',
    edit: gone('l', 0, 'a'),
    want: 'l:\n  -\n    # about b\n    b: 2\n',
  },
  {
    name: 'behind a scalar that becomes a map',
    text: 'a: x # why\n',
    edit: set(['a'], { b: 1 }),
    want: 'a: # why\n  b: 1\n',
  },
  {
    name: 'behind a scalar that becomes a block of text',
    text: 'a: "x" # why\nb: 1\n',
    edit: set(['a'], 'l1\nl2\n'),
    want: 'a: | # why\n  l1\n  l2\nb: 1\n',
  },
  {
    name: 'behind the sign of a block of text',
    text: 'a: >- # why\n  folded\n  text\nb: 1\n',
    edit: set(['a'], 'new\ntext'),
    want: 'a: |- # why\n  new\n  text\nb: 1\n',
  },
  {
    name: 'behind an empty map that is filled',
    text: 'a: {} # why\nb: 1\n',
    edit: set(['a', 'b'], 1),
    want: 'a: # why\n  b: 1\nb: 1\n',
  },
  {
    name: 'behind a key without a value',
    text: 'a: # why\nb: 1\n',
    edit: set(['a', 'b'], 'x'),
    want: 'a: # why\n  b: x\nb: 1\n',
  },
  {
    name: 'above items that move',
    text: 'l:\n  # one\n  - 1\n\n  # two\n  - 2\n  # three\n  - 3 # three\n',
    edit: { kind: 'move', path: ['l'], from: 2, to: 0 },
    want: 'l:\n  # three\n  - 3 # three\n\n  # one\n  - 1\n  # two\n  - 2\n',
  },
  {
    name: 'of the lines of a list in brackets',
    text: flow,
    edit: { kind: 'insert', path: ['l', 3], value: 'd' },
    want: 'l: [\n  a, # one\n  b, # two\n  c,  # three\n  d\n]\nm: 1\n',
  },
];

const shapes: Row[] = [
  {
    name: 'an own key beside merged ones',
    text: merged,
    edit: set(['x', 'a'], 9),
    want: merged.replace('  c: 3\n', '  c: 3\n  a: 9\n'),
  },
  {
    name: 'a merged value, which must not change where it came from',
    text: merged,
    edit: gone('x', 'a'),
    want: 'd: &d {a: 1, b: 2} # d\nx:\n  # own\n  c: 3\n  b: 2\ny: *d # y\n',
  },
  {
    name: 'an anchor changes: only its own aliases are written out',
    text: 'a: &x 1 # a\nb: *x # b\nc: &y 2\nd: *y # d\n',
    edit: set(['a'], 5),
    want: 'a: &x 5 # a\nb: 1 # b\nc: &y 2\nd: *y # d\n',
  },
  {
    name: 'an explicit key stays one',
    text: explicit,
    edit: set(['b', 1], 'z'),
    want: explicit.replace('- y', '- z'),
  },
  {
    name: 'an explicit key goes',
    text: explicit,
    edit: gone('b'),
    want: '? a # key\n: 1 # v\n# end\nc: 3\n',
  },
  {
    name: 'a quoted key is renamed',
    text: '"q.u": 1 # c\n',
    edit: { kind: 'rename', path: ['q.u'], key: 'on' },
    want: '"on": 1 # c\n',
  },
  {
    name: 'a name that is taken is refused',
    text: '"q": 1 # c\ns: 2\n',
    edit: { kind: 'rename', path: ['s'], key: 'q' },
    want: '"q": 1 # c\ns: 2\n',
  },
  {
    name: 'an item in brackets over several lines goes with its comment',
    text: flow,
    edit: gone('l', 1),
    want: 'l: [\n  a, # one\n  c  # three\n]\nm: 1\n',
  },
  {
    name: 'an item in brackets becomes a map',
    text: 'l: [1, 2] # c\n',
    edit: set(['l', 1], { a: ['x'] }),
    want: 'l: [1, { a: [x] }] # c\n',
  },
  { name: 'tabs', text: 'a:\tx\nb: 1\t# c\n', edit: set(['b'], 2), want: 'a:\tx\nb: 2\t# c\n' },
  {
    name: 'a folded plain scalar',
    text: 'a: long\n  folded over\n  lines # c\nb: 1\n',
    edit: set(['a'], 'x'),
    want: 'a: x # c\nb: 1\n',
  },
  {
    name: 'blank lines that a block of text keeps',
    text: 'a: |+\n  kept\n\n\nb: 1\n',
    edit: set(['b'], 2),
    want: 'a: |+\n  kept\n\n\nb: 2\n',
  },
  {
    name: 'text that would keep the blank lines behind it is written on one line',
    text: 'm:\n  a: 1\n\n# about n\nn: 2\n',
    edit: set(['m', 'b'], 'x\n\n'),
    want: 'm:\n  a: 1\n  b: "x\\n\\n"\n\n# about n\nn: 2\n',
  },
  {
    name: 'text with blank lines at the end of a text without a line break',
    text: 'a: 1',
    edit: set(['b'], 'x\n\n'),
    want: 'a: 1\nb: "x\\n\\n"',
  },
  {
    name: 'a tag',
    text: 'a: !!str 1 # c\nb: !own x\n',
    edit: set(['a'], '2'),
    want: 'a: !!str "2" # c\nb: !own x\n',
  },
  { name: 'a text that ends in a mark', text: 'a: 1\n...\n', edit: set(['b'], 2), want: 'a: 1\nb: 2\n...\n' },
  { name: 'a text that is one empty map', text: '{}', edit: set(['b', 'c'], 1), want: 'b:\n  c: 1' },
  {
    name: 'a byte order mark',
    text: '\uFEFFa: 1\nb: 2\n',
    edit: set(['a'], 3),
    want: '\uFEFFa: 3\nb: 2\n',
  },
  {
    name: 'carriage returns',
    text: 'a:\r\n  b: 1\r\n  # c\r\n',
    edit: set(['a', 'l'], ['x', { z: 'w' }]),
    want: 'a:\r\n  b: 1\r\n  l:\r\n    - x\r\n    - z: w\r\n  # c\r\n',
  },
  {
    name: 'odd spellings beside',
    text: 'a: 1.10\nb: 0x1F\nc: 9007199254740993\nd: ~\ne: ""\nf: \'\'\ng: [ ]\n',
    edit: set(['d'], '1.10'),
    want: 'a: 1.10\nb: 0x1F\nc: 9007199254740993\nd: "1.10"\ne: ""\nf: \'\'\ng: [ ]\n',
  },
  {
    name: 'JSON stays JSON',
    text: '{\n  "a": {\n    "b": 1\n  },\n  "l": []\n}\n',
    edit: set(['a', 'c'], { d: ['x', true] }),
    want: '{\n  "a": {\n    "b": 1,\n    "c": { "d": ["x", true] }\n  },\n  "l": []\n}\n',
  },
  { name: 'undefined is unset', text: 'a: 1\nb: 2 # c\n', edit: set(['a'], undefined), want: 'b: 2 # c\n' },
];

describe('edits of texts as people write them', () => {
  it.each(comments)('keep the comment $name', ({ text, edit, want }) => {
    expect(editDocument(openDocument(text), edit).text).toBe(want);
  });

  it.each(shapes)('keep everything else: $name', ({ text, edit, want }) => {
    expect(editDocument(openDocument(text), edit).text).toBe(want);
  });

  it('tell the change they made', () => {
    const edited = setField(openDocument('a: 1\nb: 2\n'), ['a'], 3);
    expect(edited.step).toEqual({ before: 'a: 1\nb: 2\n', change: { from: 3, to: 4, insert: '3' } });
  });

  it('merged keys are read as kubectl reads them', () => {
    const { value } = openDocument(
      'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {y: 3, <<: [*a, *b]}\nd: {<<: 1}\n',
    );
    expect(getIn(value, ['c'])).toEqual({ x: 1, y: 3, z: 2 });
    expect(getIn(value, ['d'])).toEqual({ '<<': 1 });
  });

  it('unset differs from empty, and clearing takes back only what setting made', () => {
    const start = documentOf({ spec: { a: {}, none: null, s: '', l: [] } });
    expect(start.text).toBe('spec:\n  a: {}\n  none: null\n  s: ""\n  l: []\n');
    const empty = setField(start, ['spec', 'b', 'c'], {});
    expect(empty.text).toBe(`${start.text}  b:\n    c: {}\n`);
    expect(clearField(empty, ['spec', 'b', 'c']).text).toBe(start.text);
    expect(clearField(setField(start, ['spec', 'a', 'x', 'y'], 1), ['spec', 'a', 'x', 'y']).value).toEqual(
      start.value,
    );
    expect(clearField(start, ['spec', 's']).text).toBe('spec:\n  a: {}\n  none: null\n  l: []\n');
  });
});
