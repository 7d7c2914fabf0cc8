import fc from 'fast-check';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { noDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { errorTree, noErrors } from '#lib/schema-form/validate/error-tree.ts';
import { isDictionary, isList, type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { widgetOf } from '#lib/schema-form/layout/widget.ts';
import { withMessages } from '#messages/testing/with-messages.tsx';
import { FieldView } from '../../field-view.tsx';
import { FormProvider } from '../../state/form-model.ts';
import { ControlWidgetView } from '../registry.tsx';
import { UiStore } from '../../state/ui-store.ts';
import { RoomContext } from '../../state/viewport.ts';

const text = { type: 'string' };
const quantity = { 'x-kubernetes-int-or-string': true };
const map = (value: object): object => ({ type: 'object', additionalProperties: value });
const list = (items: object): object => ({ type: 'array', items });
const object = (properties: Record<string, object>): object => ({ type: 'object', properties });

const expression = object({ key: text, operator: text, values: list(text) });
const selector = object({ matchLabels: map(text), matchExpressions: list(expression) });
const term = object({ matchExpressions: list(expression), matchFields: list(expression) });
const podTerm = object({ labelSelector: selector, topologyKey: text, namespaces: list(text) });
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const nodeAffinity = object({
  [REQUIRED]: object({ nodeSelectorTerms: list(term) }),
  [PREFERRED]: list(object({ weight: { type: 'integer' }, preference: term })),
});
const podAffinity = object({
  [REQUIRED]: list(podTerm),
  [PREFERRED]: list(object({ weight: { type: 'integer' }, podAffinityTerm: podTerm })),
});
const keyRef = object({ name: text, key: text, optional: { type: 'boolean' } });
const envItem = object({
  name: text,
  value: text,
  valueFrom: object({ secretKeyRef: keyRef, configMapKeyRef: keyRef, fieldRef: object({ fieldPath: text }) }),
});
const resources = object({
  limits: map(quantity),
  requests: map(quantity),
  claims: list(object({ name: text })),
});
const securityContext = object({
  runAsUser: { type: 'integer' },
  runAsNonRoot: { type: 'boolean' },
  privileged: { type: 'boolean' },
  procMount: text,
  capabilities: object({ add: list(text) }),
  seLinuxOptions: object({ level: text }),
});

/** Every composite widget, with a value of its shape. */
const SHAPES: Record<string, { name: string; schema: object; value: unknown }> = {
  resources: {
    name: 'resources',
    schema: resources,
    value: {
      limits: { cpu: 1, 'nvidia.com/gpu': '2' },
      requests: { memory: '1Gi' },
      claims: [{ name: 'a' }],
    },
  },
  labelSelector: {
    name: 'selector',
    schema: selector,
    value: {
      matchLabels: { 'a.b/c': 'd' },
      matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }],
    },
  },
  expressions: {
    name: 'matchExpressions',
    schema: list(expression),
    value: [{ key: 'k', operator: 'Exists' }],
  },
  nodeSelectorTerm: { name: 'preference', schema: term, value: { matchFields: [{ key: 'metadata.name' }] } },
  nodeAffinity: {
    name: 'nodeAffinity',
    schema: nodeAffinity,
    value: {
      [REQUIRED]: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Gt', values: ['5'] }] }, {}],
      },
      [PREFERRED]: [{ weight: 7, preference: { matchFields: [] } }],
    },
  },
  podAffinity: {
    name: 'podAntiAffinity',
    schema: podAffinity,
    value: {
      [REQUIRED]: [{ topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } }, namespaces: ['n'] }],
      [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: 'host', labelSelector: {} } }],
    },
  },
  affinity: {
    name: 'affinity',
    schema: object({ nodeAffinity, podAffinity, podAntiAffinity: podAffinity }),
    value: { podAffinity: { [REQUIRED]: [] }, nodeAffinity: {} },
  },
  envList: {
    name: 'env',
    schema: list(envItem),
    value: [
      { name: 'A', value: 'x\ny' },
      { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
      { name: 'C', value: '', valueFrom: { fieldRef: { fieldPath: 'p' } } },
      { name: 'D', valueFrom: { fieldRef: { fieldPath: 'p' } } },
    ],
  },
  updateStrategy: {
    name: 'strategy',
    schema: object({ type: text, rollingUpdate: object({ maxSurge: quantity, maxUnavailable: quantity }) }),
    value: { type: 'Recreate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
  },
  namespaceSelector: {
    name: 'namespaceSelector',
    schema: object({ any: { type: 'boolean' }, matchNames: list(text) }),
    value: { any: false, matchNames: ['a', 'b'] },
  },
  objectReference: { name: 'secretKeyRef', schema: keyRef, value: { name: 's', key: 'k', optional: false } },
  table: {
    name: 'tolerations',
    schema: list(
      object({
        key: text,
        operator: text,
        value: text,
        effect: text,
        tolerationSeconds: { type: 'integer' },
      }),
    ),
    value: [{ key: 'a', operator: 'Equal', value: 'b', effect: 'NoExecute', tolerationSeconds: 5 }, {}],
  },
  groups: {
    name: 'securityContext',
    schema: securityContext,
    value: { runAsUser: 0, privileged: true, capabilities: { add: ['NET_ADMIN'] }, seLinuxOptions: {} },
  },
};

const nothing = (): undefined => undefined;
const around = { valueAt: nothing, jump: nothing, enter: nothing, say: nothing };
const actions = { set: nothing, clear: nothing, edit: nothing };

/** Everything open, so that everything there is is drawn. */
function openStore(value: unknown, path: Path): UiStore {
  const ui = new UiStore();
  for (const at of placesOf(value, path)) {
    ui.set('open', at, true);
    ui.set('advanced', at, true);
    ui.set('more', at, new Set());
  }
  for (const group of ['privileges', 'profiles']) ui.set('open', [...path, `\u0000${group}`], true);
  return ui;
}

function placesOf(value: unknown, path: Path): Path[] {
  const below = isList(value)
    ? value.flatMap((item, index) => placesOf(item, [...path, index]))
    : isDictionary(value)
      ? Object.entries(value).flatMap(([key, part]) => placesOf(part, [...path, key]))
      : [];
  return [path, ...below];
}

async function draw(node: ReactNode): Promise<string> {
  const { prelude } = await prerender(withMessages(node));
  return new Response(prelude).text();
}

async function drawn(shape: { name: string; schema: object }, value: unknown): Promise<string> {
  const path = ['spec', shape.name];
  return draw(
    <RoomContext value={10_000}>
      <FormProvider
        value={{
          ...{
            ...around,
            actions,
            frozen: false,
            mode: 'edit',
            ui: openStore(value, path),
            Field: FieldView,
            Control: ControlWidgetView,
          },
          ...{ valueAt: () => value, jump: () => undefined, enter: () => undefined, say: () => undefined },
        }}
      >
        <FieldView
          path={path}
          title={shape.name}
          field={fieldOf(shape.schema)}
          descriptors={noDescriptors}
          value={value}
          errors={errorTree([], noErrors)}
          depth={0}
        />
      </FormProvider>
    </RoomContext>,
  );
}

/** Leaves, and empty objects and lists, that neither a control nor a section shows. */
function lost(markup: string, value: unknown, path: Path): string[] {
  const shows = (attribute: string, at: Path): boolean =>
    markup.includes(`${attribute}="${pathKey(at).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
  const covered = (at: Path): boolean =>
    at.some((_, index) => shows('data-path', at.slice(0, index + 1))) || shows('data-section', at);
  return placesOf(value, path)
    .filter((at) => !covered(at))
    .map(pathKey);
}

it.each(Object.entries(SHAPES))('%s shows every part of its value', async (kind, shape) => {
  const { name, schema, value } = shape;
  expect(widgetOf({ field: fieldOf(schema), descriptor: undefined, name, value }).kind).toBe(kind);
  expect(lost(await drawn(shape, value), value, ['spec', name])).toEqual([]);
});

it.each(Object.entries(SHAPES))('%s works while nothing is set', async (_kind, shape) => {
  expect(await drawn(shape, undefined)).toContain(shape.name);
});

/** The value with one part replaced by something of another type, or with a part that nobody knows. */
function spoil(value: unknown, place: Path, by: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return by;
  if (isList(value)) return value.map((item, index) => (index === step ? spoil(item, rest, by) : item));
  if (!isDictionary(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === step ? spoil(part, rest, by) : part]),
  );
}

const odd = fc.constantFrom<unknown>(
  ...[null, '', 'text', 0, -1.5, true, [], {}, [null], ['a', { b: 1 }], { unknown: { deep: ['x'] } }],
  { '': 'empty key', 'a/b.c': '1', type: 7 },
);

it.each(Object.entries(SHAPES))(
  '%s shows whatever takes the place of its parts',
  async (_kind, shape) => {
    const path = ['spec', shape.name];
    const places = placesOf(shape.value, []);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), odd, async (place, by) => {
        const value = spoil(shape.value, place, by);
        expect(lost(await drawn(shape, value), value, path)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  },
  60_000,
);
