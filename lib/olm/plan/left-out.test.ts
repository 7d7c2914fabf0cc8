import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import {
  aCrd,
  anInstallableCsv,
  anInstallPlan,
  aPlanBundle,
  NOW,
  planFactsOf,
} from '../../testing/install-facts.ts';
import type { ClusterServiceVersion, WebhookDescription } from '../api/types.ts';
import { asFields } from '../csv/overrides.ts';
import { firstStatus } from './begin.ts';
import { stepOfPlan } from './decide.ts';
import { leavesOutBut, leavesOutOf, leftOutOfCsv, type LeavesOut } from './left-out.ts';

const named: WebhookDescription = {
  type: 'ConversionWebhook',
  generateName: 'c.example.com',
  deploymentName: 'tickets',
  conversionCRDs: ['tickets.example.com'],
};
const api = { name: 'x', group: 'example.com', version: 'v1', kind: 'X', deploymentName: 'tickets' };
const conversion = { strategy: 'Webhook', webhook: {} };
const none = { strategy: 'None' };

/** With a Deployment behind which a process stands, or none. */
function aCsv(webhookdefinitions: WebhookDescription[], served: boolean): ClusterServiceVersion {
  const template = {
    metadata: { annotations: served ? { 'capstan.dev/run': 'sample' } : {} },
    spec: { containers: [{ image: 'example.com/beside' }, { image: 'example.com/tickets@sha256:1' }] },
  };
  const install = {
    strategy: 'deployment',
    spec: { deployments: [{ name: 'tickets', spec: { template } }] },
  };
  return anInstallableCsv('tickets.v1.0.0', { spec: { webhookdefinitions, install } });
}

/** What the plan writes first of all: the CSV, and its definition. */
function written(csv: ClusterServiceVersion, leavesOut: LeavesOut | undefined): KubeObject[] {
  const crd = aCrd();
  const converts = { ...crd, spec: { ...asFields(crd['spec']), conversion } };
  const plan = anInstallPlan([aPlanBundle()]);
  const more = optional({ leavesOut });
  const begun = firstStatus(planFactsOf(plan, [csv, converts], more), NOW);
  const status = { ...begun, phase: 'Installing' as const };
  const facts = planFactsOf(anInstallPlan([aPlanBundle()], status), [csv, converts], more);
  return stepOfPlan(facts, NOW).actions.map(({ object }) => object);
}

interface Row {
  name: string;
  policy?: LeavesOut;
  webhooks?: WebhookDescription[];
  served?: boolean;
  want: unknown;
  leftOut: string;
}
const rows: Row[] = [
  { name: 'is as its bundle says', want: conversion, leftOut: '' },
  { name: '… unless its CSV brings the webhook', webhooks: [named], want: undefined, leftOut: '' },
  {
    name: 'is none where no process answers',
    policy: 'unserved',
    want: none,
    leftOut: 'No process on this machine',
  },
  {
    name: '… nor its CSV’s',
    policy: 'unserved',
    webhooks: [named],
    want: none,
    leftOut: 'no process on this machine',
  },
  {
    name: '… but is left to its CSV where one does',
    policy: 'unserved',
    webhooks: [named],
    served: true,
    want: undefined,
    leftOut: '',
  },
];

describe('how a definition converts', () => {
  it.each(rows)('$name', ({ policy, webhooks = [], served = false, want, leftOut }) => {
    const [csv, crd] = written(aCsv(webhooks, served), policy);
    expect(asFields(crd?.['spec'])['conversion']).toEqual(want);
    const said = csv?.metadata.annotations?.['capstan.dev/left-out'] ?? '';
    expect(said).toContain(leftOut);
    expect(said === '').toBe(leftOut === '');
  });
});

it.each<{ policy?: LeavesOut; served: boolean; want: string[] }>([
  { served: false, want: [] },
  { policy: 'unserved', served: false, want: ['c.example.com', 'v1.example.com'] },
  { policy: 'unserved', served: true, want: [] },
  { policy: leavesOutBut(['example.com/tickets@sha256:1']), served: false, want: [] },
  {
    policy: leavesOutBut(['example.com/tickets', 'example.com/tickets@sha256:2']),
    served: false,
    want: ['c.example.com', 'v1.example.com'],
  },
])('names what is left out: policy $policy, served $served', ({ policy, served, want }) => {
  const { spec } = aCsv([named], served);
  const parts = leftOutOfCsv({ ...spec, apiservicedefinitions: { owned: [api] } }, policy);
  expect(parts.map(({ name }) => name)).toEqual(want);
});

it.each([
  { text: 'unserved', want: 'unserved' },
  { text: 'unserved except a:1 b:2', want: 'unserved except a:1 b:2' },
  { text: 'unserved except ', want: undefined },
  { text: 'what anybody may write', want: undefined },
])('reads what a plan says of it: $text', ({ text, want }) => {
  const plan = anInstallPlan([]);
  const metadata = { ...plan.metadata, annotations: { 'capstan.dev/leaves-out': text } };
  expect(leavesOutOf({ ...plan, metadata })).toBe(want);
});
