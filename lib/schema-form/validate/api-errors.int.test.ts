/** Where the refusals of a real API server, of a webhook and of an admission policy land. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '#local/testing/eventually.ts';
import { type RawApi, rawApi } from '#local/testing/raw-api.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { startWebhook, type Webhook, type WebhookAnswer } from '#local/testing/webhook.ts';
import { apiFieldErrors } from './api-errors.ts';
import { formatPath } from '../schema/path.ts';

const GROUP = 'refusals.capstan.test';
const KINDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const WIDGETS = `/apis/${GROUP}/v1/namespaces/default/widgets`;

const text = { type: 'string', maxLength: 20 };
const spec = {
  type: 'object',
  required: ['need'],
  properties: {
    need: text,
    n: { type: 'integer', maximum: 10 },
    short: { type: 'string', maxLength: 3 },
    pick: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    obj: { type: 'object', properties: { a: { type: 'integer' } } },
    cel: {
      type: 'object',
      properties: { min: { type: 'integer' }, max: { type: 'integer' }, 'a.b': text },
      'x-kubernetes-validations': [
        { rule: '!has(self.max) || self.min <= self.max', fieldPath: '.max', message: 'is less than min' },
        {
          rule: "!has(self.a__dot__b) || self.a__dot__b != 'x'",
          fieldPath: "['a.b']",
          reason: 'FieldValueForbidden',
          message: 'not x',
        },
        { rule: '!has(self.min) || self.min > 0' },
      ],
    },
  },
};

let api: RawApi;
let webhook: Webhook;

beforeAll(async () => {
  const cluster = sharedTestCluster();
  api = rawApi(cluster);
  webhook = await startWebhook(cluster, answerOf);
  await made(KINDS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  });
  await eventually(async () => {
    expect((await api.request('GET', WIDGETS)).status).toBe(200);
  });
  await admission();
});

afterAll(async () => {
  for (const kind of ['validatingwebhookconfigurations', 'validatingadmissionpolicybindings']) {
    await api.request('DELETE', `${ADMISSION}/${kind}/${GROUP}`);
  }
  await api.request('DELETE', `${ADMISSION}/validatingadmissionpolicies/${GROUP}`);
  await api.request('DELETE', `${KINDS}/widgets.${GROUP}`);
  await webhook[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

async function made(path: string, object: unknown): Promise<void> {
  const answer = await api.request('POST', path, object);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 2000)).toBe(201);
}

async function admission(): Promise<void> {
  const rule = { apiGroups: [GROUP], apiVersions: ['*'], operations: ['CREATE'], resources: ['widgets'] };
  const head = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: GROUP } };
  await made(`${ADMISSION}/validatingwebhookconfigurations`, {
    ...head,
    kind: 'ValidatingWebhookConfiguration',
    webhooks: [
      {
        name: `hook.${GROUP}`,
        clientConfig: webhook.clientConfig,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        rules: [rule],
      },
      {
        name: `nobody.${GROUP}`,
        // Where nothing listens.
        clientConfig: { ...webhook.clientConfig, url: 'https://127.0.0.1:1/' },
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        rules: [rule],
        matchConditions: [{ name: 'asked', expression: "object.spec.need == 'nobody'" }],
      },
    ],
  });
  await made(`${ADMISSION}/validatingadmissionpolicies`, {
    ...head,
    kind: 'ValidatingAdmissionPolicy',
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression: "object.spec.need != 'policy'", message: 'no policy, please' }],
    },
  });
  await made(`${ADMISSION}/validatingadmissionpolicybindings`, {
    ...head,
    kind: 'ValidatingAdmissionPolicyBinding',
    spec: { policyName: GROUP, validationActions: ['Deny'] },
  });
  // Both take effect a little later.
  for (const need of ['plain', 'nobody', 'policy']) {
    await eventually(async () => {
      expect(await tried(widget({ need }))).toHaveLength(1);
    });
  }
}

const Need = z.object({ spec: z.object({ need: z.string() }) });

function answerOf(object: unknown): WebhookAnswer {
  const found = '[spec.n: Invalid value: 3: must be even, spec.obj.a: Required value: say which]';
  const messages: Readonly<Record<string, string>> = {
    plain: 'Come back tomorrow',
    one: 'spec.n: Invalid value: 3: must be even',
    several: `Widget "w" is invalid: ${found}`,
  };
  const message = messages[Need.parse(object).spec.need];
  return message === undefined ? { allowed: true } : { allowed: false, status: { message } };
}

function widget(value: unknown, meta: object = {}): unknown {
  return { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name: 'w', ...meta }, spec: value };
}

const Status = z.object({
  message: z.string(),
  details: z
    .object({
      causes: z
        .array(z.object({ field: z.string().default(''), message: z.string().default('') }))
        .default([]),
    })
    .default({ causes: [] }),
});

async function tried(object: unknown, path = WIDGETS): Promise<string[]> {
  const answer = await api.request('POST', `${path}?dryRun=All&fieldValidation=Strict`, object);
  if (answer.status === 201) return [];
  const { message, details } = Status.parse(answer.body);
  const sent: unknown = typeof object === 'string' ? JSON.parse(object) : object;
  return apiFieldErrors({ message, causes: details.causes }, sent).map(({ path: at, problem, by }) => {
    const who = by === undefined || by.kind === 'cluster' ? '' : ` by ${by.kind}`;
    return `${formatPath(at)} ${'said' in problem ? problem.said : problem.code}${who}`;
  });
}

it.each<{ title: string; object: unknown; want: string[]; path?: string }>([
  { title: 'missing', object: widget({}), want: ['spec.need required'] },
  {
    title: 'values',
    object: widget({
      need: 'x',
      n: 11,
      pick: 'c',
      labels: { 'a.b/c': 'long', 'x[0]': 'long', 'q"q': 'long' },
    }),
    want: [
      'spec.labels["a.b/c"] may not be more than 3 bytes',
      'spec.labels["q\\"q"] may not be more than 3 bytes',
      'spec.labels["x[0]"] may not be more than 3 bytes',
      'spec.n should be less than or equal to 10',
      'spec.pick options',
    ],
  },
  {
    title: 'types',
    object: widget({ need: 1, n: 'x', obj: [] }),
    want: ['spec.n integer', 'spec.need string', 'spec.obj object'],
  },
  { title: 'duplicates', object: widget({ need: 'x', tags: ['a', 'a'] }), want: ['spec.tags[1] duplicate'] },
  {
    title: 'unknown fields',
    object: widget({ need: 'x', bogus: 1, obj: { b: 1 } }, { odd: 1 }),
    want: ['metadata.odd unknownField', 'spec.bogus unknownField', 'spec.obj.b unknownField'],
  },
  {
    title: 'repeated fields',
    object: JSON.stringify(widget({ need: 'x' })).replace('"need":"x"', '"need":"x","need":"y"'),
    want: ['spec.need twice'],
  },
  {
    title: 'labels that are none',
    object: widget({ need: 'x' }, { labels: 'a' }),
    want: ['metadata.labels dictionary'],
  },
  {
    title: 'labels of numbers',
    object: widget({ need: 'x' }, { labels: { a: 'b', c: 1 } }),
    want: ['metadata.labels.c string'],
  },
  {
    title: 'rules',
    object: widget({ need: 'x', cel: { min: 5, max: 3, 'a.b': 'x' } }),
    want: ['spec.cel.max is less than min', 'spec.cel["a.b"] not x'],
  },
  {
    title: 'rules without words',
    object: widget({ need: 'x', cel: { min: 0 } }),
    want: ['spec.cel failedRule'],
  },
  {
    title: 'a namespace that is not there',
    object: widget({ need: 'x' }),
    path: WIDGETS.replace('default', 'nope'),
    want: ['metadata.namespace noNamespace'],
  },
  {
    title: 'a webhook about nothing',
    object: widget({ need: 'plain' }),
    want: [' Come back tomorrow by webhook'],
  },
  {
    title: 'a webhook about a field',
    object: widget({ need: 'one', n: 3 }),
    want: ['spec.n must be even by webhook'],
  },
  {
    title: 'a webhook about several',
    object: widget({ need: 'several', n: 3, obj: {} }),
    want: ['spec.n must be even by webhook', 'spec.obj.a say which by webhook'],
  },
  {
    title: 'a webhook that nobody serves',
    object: widget({ need: 'nobody' }),
    want: [' webhookUnasked by webhook'],
  },
  { title: 'a policy', object: widget({ need: 'policy' }), want: [' no policy, please by policy'] },
])('$title', async ({ object, want, path }) => {
  // The API server walks maps in no order.
  expect((await tried(object, path)).sort()).toEqual([...want].sort());
});
