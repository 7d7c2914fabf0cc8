import { describe, expect, it } from 'vitest';
import type { FieldError } from '../schema/field-error.ts';
import { openDocument } from '../text/document.ts';
import { validateObject } from '../validate/object-rules.ts';
import { fieldOf } from '../schema/schema.ts';
import { factsAt } from './facts.ts';
import { fixesOf } from './fixes.ts';
import { shortHelp, isDeprecated } from './help.ts';
import { textOutline } from './outline.ts';
import type { EditorSubject } from './subject.ts';

const subject: EditorSubject = {
  type: { group: 'shop.example', version: 'v1', kind: 'Shop' },
  schema: fieldOf({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['replicas', 'only'],
        properties: {
          replicas: {
            type: 'integer',
            format: 'int32',
            minimum: 1,
            maximum: 9,
            default: 3,
            description: 'How many.\n\nDeprecated: use size.',
          },
          policy: { type: 'string', enum: ['Always', 'Never'], pattern: '^[A-Z]' },
          only: { type: 'string', enum: ['This'] },
          version: { type: 'string' },
          paused: { type: 'boolean' },
          ports: {
            type: 'array',
            maxItems: 4,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name', 'port'],
            'x-kubernetes-validations': [
              { rule: 'self.size() > 0', message: 'needs a port' },
              { rule: 'true' },
            ],
            items: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } },
          },
          tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        },
      },
    },
  }),
};

describe('what the schema says of a field', () => {
  it('tells all of it', () => {
    expect(factsAt(subject, ['spec', 'replicas'])).toEqual({
      path: ['spec', 'replicas'],
      title: 'Replicas',
      kind: 'integer',
      format: 'int32',
      required: true,
      deprecated: true,
      nullable: false,
      description: 'How many.\n\nDeprecated: use size.',
      defaultText: '3',
      range: { min: 1, max: 9 },
      listKeys: [],
      rules: [],
    });
    expect(factsAt(subject, ['spec', 'policy'])).toMatchObject({
      options: ['Always', 'Never'],
      pattern: '^[A-Z]',
    });
    expect(factsAt(subject, ['spec', 'ports'])).toMatchObject({
      kind: 'array',
      size: { max: 4 },
      listType: 'map',
      listKeys: ['name', 'port'],
      rules: ['needs a port', 'true'],
    });
    expect(factsAt(subject, ['spec', 'ports', 0])).toMatchObject({ title: 'Ports [0]', kind: 'object' });
    expect(factsAt(subject, ['spec', 'ports', 0, 'name'])).toMatchObject({ length: { max: 5 } });
    expect(factsAt(subject, ['metadata', 'labels', 'a.b/c'])).toMatchObject({ kind: 'string' });
    expect(factsAt(subject, ['kind'])).toMatchObject({ options: ['Shop'], required: true });
  });

  it.each([[[]], [['spec', 'unknown']], [['spec', 'replicas', 'deeper']], [['spec', 0]]])(
    'knows nothing of %j',
    (path) => {
      expect(factsAt(subject, path)).toBeUndefined();
    },
  );

  it.each([
    ['One. Two.', 'One.'],
    ['Use e.g. this one. And that.', 'Use e.g. this one.'],
    ['Version 1.2 is best', 'Version 1.2 is best'],
    ['  a\n  b ', 'a b'],
    ['', undefined],
    ['x'.repeat(200), `${'x'.repeat(139)}…`],
  ])('first sentence of %j', (text, expected) => {
    expect(shortHelp(text)).toBe(expected);
  });

  it.each([
    ['Deprecated: use x', true],
    ['DEPRECATED. Use x', true],
    ['This field is deprecated', true],
    ['Replaces the deprecated one', false],
    [undefined, false],
  ])('deprecated: %j', (text, expected) => {
    expect(isDeprecated(text)).toBe(expected);
  });
});

const HEAD =
  'apiVersion: shop.example/v1\nkind: Shop\nmetadata:\n  name: x\nspec:\n  replicas: 1\n  only: This\n';

function fixes(text: string): unknown[] {
  const document = openDocument(text);
  const errors: FieldError[] = validateObject(subject.schema, subject.type, document.value);
  return errors.flatMap((error) =>
    fixesOf(error, document.value, subject, textOutline(text)).map(({ edit: _, ...fix }) => fix),
  );
}

describe('fixes', () => {
  it.each([
    [`${HEAD}  polcy: Always\n`, [{ kind: 'rename', to: 'policy' }, { kind: 'remove' }]],
    [`${HEAD}  zzz: 1\n`, [{ kind: 'remove' }]],
    // What it was to be called is there already.
    [`${HEAD}  replica: 1\n`, [{ kind: 'remove' }]],
    [`${HEAD}  policy: always\n`, [{ kind: 'set', value: 'Always' }]],
    [`${HEAD}  policy: Sometimes\n`, []],
    [`${HEAD}  version: 1.10\n`, [{ kind: 'set', value: '1.10' }]],
    [`${HEAD}  version: true\n`, [{ kind: 'set', value: 'true' }]],
    [`${HEAD}  paused: "yes"\n`, [{ kind: 'set', value: true }]],
    [`${HEAD}  paused: "maybe"\n`, []],
    [`${HEAD}  tags: a\n`, [{ kind: 'set', value: ['a'] }]],
    [`${HEAD}  tags: [a, a]\n`, [{ kind: 'remove' }]],
    [`${HEAD}  tags: [a, null]\n`, [{ kind: 'remove' }]],
    // The API server drops this null by itself.
    [`${HEAD}  policy:\n`, []],
    [HEAD.replace('kind: Shop', 'kind: Shed'), [{ kind: 'set', value: 'Shop' }]],
    [HEAD.replace('  replicas: 1\n', '  replicas: "1"\n'), [{ kind: 'set', value: 1 }]],
    [HEAD.replace('  only: This\n', ''), [{ kind: 'set', value: 'This' }]],
    [HEAD, []],
  ])('%j', (text, expected) => {
    expect(fixes(text)).toEqual(expected);
  });
});
