import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import { parseHints } from '../schema/descriptor-hints.ts';
import { fieldOf } from '../schema/schema.ts';
import { widgetOf } from './widget.ts';
import type { Widget } from './widget-types.ts';

const UI = 'urn:alm:descriptor:com.tectonic.ui:';
const QUANTITY =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

function widget(
  schema: unknown,
  { name = 'x', hints = [] as string[], value = undefined as unknown } = {},
): Widget {
  return widgetOf({ field: fieldOf(schema), descriptor: parseHints(hints), name, value });
}

const kinds: { schema: Record<string, unknown>; name?: string; hints?: string[]; want: Widget['kind'] }[] = [
  { schema: { type: 'string' }, want: 'text' },
  { schema: { type: 'integer' }, want: 'number' },
  { schema: { type: 'boolean' }, want: 'boolean' },
  { schema: { type: 'string', format: 'password' }, want: 'password' },
  { schema: { type: 'string' }, name: 'adminPassword', want: 'password' },
  { schema: { type: 'string' }, name: 'passwordPolicy', want: 'text' },
  { schema: { type: 'string' }, hints: [`${UI}password`], want: 'password' },
  { schema: { type: 'string', format: 'byte' }, want: 'bytes' },
  { schema: { type: 'string', format: 'date-time' }, want: 'dateTime' },
  { schema: { type: 'string', format: 'duration' }, want: 'duration' },
  { schema: { type: 'string' }, name: 'scrapeInterval', want: 'duration' },
  { schema: { type: 'string', pattern: '^[a-z]+$' }, name: 'interval', want: 'text' },
  { schema: { type: 'string', pattern: '^(0|(([0-9]+)y)?(([0-9]+)m)?(([0-9]+)ms)?)$' }, want: 'duration' },
  { schema: { type: 'string' }, name: 'schedule', want: 'cron' },
  { schema: { type: 'string' }, name: 'cronSchedule', want: 'cron' },
  { schema: { 'x-kubernetes-int-or-string': true, pattern: QUANTITY }, want: 'quantity' },
  { schema: { 'x-kubernetes-int-or-string': true }, name: 'memory', want: 'quantity' },
  { schema: { 'x-kubernetes-int-or-string': true }, want: 'intOrString' },
  { schema: { type: 'string' }, name: 'storageSize', want: 'quantity' },
  { schema: { type: 'string' }, name: 'memory', hints: [`${UI}text`], want: 'text' },
  { schema: { type: 'string', enum: ['a', 'b'] }, want: 'options' },
  { schema: { type: 'string' }, name: 'imagePullPolicy', want: 'options' },
  { schema: { type: 'string' }, hints: [`${UI}select:a`], want: 'options' },
  { schema: { type: 'integer' }, hints: [`${UI}select:a`], want: 'number' },
  { schema: { type: 'integer' }, hints: [`${UI}booleanSwitch`], want: 'number' },
  { schema: { type: 'boolean' }, hints: [`${UI}text`], want: 'boolean' },
];

describe('widgetOf', () => {
  it.each(kinds)('$schema $name $hints is $want', ({ schema, name, hints, want }) => {
    expect(widget(schema, { ...optional({ name }), hints: hints ?? [] }).kind).toBe(want);
  });

  it('shows few short options side by side, more in a list, many with a search', () => {
    const look = (options: readonly string[]): unknown => {
      const shown = widget({ type: 'string', enum: options });
      return shown.kind === 'options' ? [shown.look, shown.open] : undefined;
    };
    const long = 'x'.repeat(30);
    expect(look(['a', 'b'])).toEqual(['radio', false]);
    expect(look([long, `${long}2`])).toEqual(['select', false]);
    expect(look(['a', 'b', 'c', 'd', 'e'])).toEqual(['select', false]);
    expect(widget({ type: 'string' }, { hints: [`${UI}select:a`] })).toMatchObject({
      look: 'search',
      open: true,
    });
    expect(widget({ type: 'string' }, { name: 'imagePullPolicy' })).toMatchObject({
      look: 'radio',
      open: true,
    });
    expect(look(Array.from({ length: 20 }, (_, index) => `option-${index}`))).toEqual(['search', false]);
  });

  it('takes options of descriptors as suggestions, as numbers where the schema has numbers', () => {
    expect(widget({ type: 'string' }, { hints: [`${UI}select:1`] })).toMatchObject({
      options: ['1'],
      open: true,
    });
    expect(widget({ type: 'integer' }, { hints: [`${UI}select:1`, `${UI}select:2`] })).toMatchObject({
      options: [1, 2],
      open: true,
    });
  });

  it('knows ranges of numbers', () => {
    expect(widget({ type: 'integer' }, { name: 'containerPort' })).toMatchObject({
      range: { from: 1, to: 65_535 },
    });
    expect(widget({ type: 'integer', minimum: 3 }, { name: 'port' })).toMatchObject({ range: { from: 3 } });
    expect(widget({ type: 'integer' }, { hints: [`${UI}sliderStart:1`] })).toMatchObject({
      range: { from: 1 },
    });
    expect(widget({ type: 'integer' }, { name: 'reports' })).not.toHaveProperty('range');
  });

  it('never throws, and is generic for data without a type', () => {
    fc.assert(
      fc.property(fc.object(), fc.anything(), fc.string(), (schema, value, name) => {
        expect(() => widget(schema, { value, name })).not.toThrow();
      }),
    );
    expect(widget({}).kind).toBe('generic');
  });
});
