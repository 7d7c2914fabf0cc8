import fc from 'fast-check';
import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { noDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { errorTree } from '#lib/schema-form/validate/error-tree.ts';
import { pathKey } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { withMessages } from '#messages/testing/with-messages.tsx';
import { FieldView } from './field-view.tsx';
import { FormProvider } from './state/form-model.ts';
import { UiStore } from './state/ui-store.ts';
import { ControlWidgetView } from './widgets/registry.tsx';

const actions = { set: () => undefined, clear: () => undefined, edit: () => undefined };

async function draw(schema: unknown, value: unknown, name = 'x'): Promise<string> {
  const { prelude } = await prerender(
    withMessages(
      <FormProvider
        value={{
          ...{ actions, frozen: false, mode: 'edit', ui: new UiStore(), Field: FieldView },
          Control: ControlWidgetView,
          ...{ valueAt: () => value, jump: () => undefined, enter: () => undefined, say: () => undefined },
        }}
      >
        <FieldView
          path={['spec', name]}
          title="Title"
          help="Help."
          field={fieldOf(schema)}
          descriptors={noDescriptors}
          value={value}
          errors={errorTree([{ path: [], rule: 'type', problem: { said: 'wrong' } }])}
          depth={0}
        />
      </FormProvider>,
    ),
  );
  return new Response(prelude).text();
}

/** The opening tag of the element with the path of the value. */
function control(html: string, name = 'x'): string {
  const path = pathKey(['spec', name]).replaceAll('"', '&quot;');
  const tag = html.match(/<[a-z]+ [^>]*>/g)?.find((candidate) => candidate.includes(`data-path="${path}"`));
  return tag ?? '';
}

const int = { type: 'integer' };
const text = { type: 'string' };
const flag = { type: 'boolean' };
const either = { 'x-kubernetes-int-or-string': true };

describe('the control of a value', () => {
  it.each([
    ['text', text, 'a', /^<input .*type="text".*value="a"/],
    ['an empty text', text, '', /^<input .*placeholder="Empty text"/],
    ['several lines', text, 'a\nb', /^<textarea /],
    ['a carriage return', text, 'a\r\nb', /^<textarea .*placeholder="YAML"/],
    ['a number', int, 7, /^<input .*inputMode="numeric".*value="7"/],
    ['a large number', int, 9007199254740993n, /^<input .*value="9007199254740993"/],
    ['a fraction', { type: 'number' }, 1.5, /^<input .*inputMode="decimal".*value="1.5"/],
    ['null for a number', int, null, /^<input .*placeholder="null"/],
    ['a number or text, number', either, 8080, /^<input .*inputMode="numeric".*value="8080"/],
    ['a number or text, text', either, '8080', /^<input (?!.*inputMode).*value="8080"/],
    ['on', flag, true, /^<input .*role="switch".*checked=""/],
    ['an option', { type: 'string', enum: ['a', 'b', 'c', 'd', 'e'] }, 'b', /^<select /],
    ['few options', { type: 'string', enum: ['a', 'b'] }, 'b', /^<div role="radiogroup"/],
    ['no option', { type: 'string', enum: ['a', 'b', 'c', 'd', 'e'] }, 'z', /^<select /],
    ['a number where text belongs', text, 8080, /^<input .*inputMode="numeric".*value="8080"/],
    ['text where a number belongs', int, 'many', /^<input .*value="many"/],
    ['true where text belongs', text, true, /^<input .*role="switch"/],
    ['text where true belongs', flag, 'yes', /^<input .*type="text".*value="yes"/],
    ['text without a type', {}, 'a', /^<input .*type="text".*value="a"/],
    ['a number without a type', {}, 3, /^<input .*inputMode="decimal".*value="3"/],
    ['nothing without a type', {}, undefined, /^<textarea .*placeholder="YAML"/],
    ['a password', { type: 'string', format: 'password' }, 's', /^<input .*type="password"/],
  ])('%s', async (_, schema, value, want) => {
    const tag = control(await draw(schema, value));
    expect(tag).toMatch(want);
    expect(tag).toContain('aria-invalid="true"');
    expect(tag).toMatch(/aria-describedby="[^"]*-help [^"]*-error/);
  });

  it('says what it means, in an element that describes it', async () => {
    const html = await draw(either, '512MB', 'memory');
    const described = /aria-describedby="([^"]*)"/.exec(control(html, 'memory'))?.[1]?.split(' ') ?? [];
    expect(described.some((id) => html.includes(`<span id="${id}"`))).toBe(true);
    expect(html).toContain('Use 512M');
  });

  it('is described and named by its own elements when its key has a blank', async () => {
    const html = await draw(text, 'a', 'my key');
    const described = /aria-describedby="([^"]*)"/.exec(control(html, 'my key'))?.[1]?.split(' ') ?? [];
    expect(described).toHaveLength(2);
    for (const id of described) expect(html).toContain(` id="${id}"`);
  });

  it('offers the right type, null and an empty text where they have a place', async () => {
    expect(await draw(text, true)).toContain('Change to &quot;true&quot;');
    expect(await draw(flag, 'true')).toContain('Change to true');
    expect(await draw({ type: 'string', nullable: true }, 'a')).toContain('Set to null');
    expect(await draw(text, undefined)).toContain('Set to empty text');
    expect(await draw({ type: 'string', minLength: 1 }, undefined)).not.toContain('Set to empty text');
    expect(await draw({}, 'a')).toContain('Type of the new value');
  });

  it('is there for any value under any schema', async () => {
    const schemas = fc.constantFrom<unknown>(int, text, flag, either, {}, null, {
      type: 'string',
      enum: ['a'],
    });
    const scalars = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double(), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(schemas, scalars, async (schema, value) => {
        expect(control(await draw(schema, value))).not.toBe('');
      }),
      { numRuns: 60 },
    );
  });
});
