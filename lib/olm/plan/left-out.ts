/**
 * Parts of a bundle that are not installed. The operator still comes up; people are told what is missing and why.
 */
import { at, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { LEAVES_OUT_ANNOTATION, RUN_ANNOTATION } from '../api/labels.ts';
import type { ClusterServiceVersion, InstallPlan } from '../api/types.ts';

/** A part of a bundle that is not installed: kind and name of the object or the webhook, and why. */
export interface LeftOut {
  kind: string;
  name: string;
  /** A sentence for people. */
  reason: string;
}

/**
 * Parts of bundles that a controller leaves out: webhooks and aggregated APIs of Deployments behind which no process stands.
 * After `except`, parted by blanks: images whose pods have one all the same.
 */
export type LeavesOut = 'unserved' | `unserved except ${string}`;

/** @param images those whose pods have a process, by their whole names */
export function leavesOutBut(images: readonly string[]): LeavesOut {
  return images.length === 0 ? 'unserved' : `unserved except ${images.join(' ')}`;
}

/** What the controller of a plan leaves out, as it says on the plan. */
export function leavesOutOf({ metadata }: InstallPlan): LeavesOut | undefined {
  const said = metadata.annotations?.[LEAVES_OUT_ANNOTATION];
  const [all, , images] = /^unserved( except (\S+(?: \S+)*))?$/.exec(said ?? '') ?? [];
  return all === undefined ? undefined : leavesOutBut(images?.split(' ') ?? []);
}

/** What the CSV itself announces and the controller does not bring. */
export function leftOutOfCsv(spec: ClusterServiceVersion['spec'], policy: LeavesOut | undefined): LeftOut[] {
  const webhooks = (spec.webhookdefinitions ?? [])
    .filter(({ deploymentName }) => isLeftOut(spec, deploymentName, policy))
    .map(({ type, generateName, deploymentName }) => ({
      kind: type,
      name: generateName,
      reason: unserved(deploymentName),
    }));
  const apis = (spec.apiservicedefinitions?.owned ?? [])
    .filter(({ deploymentName }) => isLeftOut(spec, deploymentName, policy))
    .map(({ version, group, deploymentName }) => ({
      kind: 'APIService',
      name: `${version}.${group}`,
      reason: unserved(deploymentName),
    }));
  return [...webhooks, ...apis];
}

/** Whether what a Deployment of the CSV would serve is not installed. */
export function isLeftOut(
  spec: ClusterServiceVersion['spec'],
  deployment: string | undefined,
  policy: LeavesOut | undefined,
): boolean {
  if (policy === undefined) return false;
  const template = at(
    spec.install.spec?.deployments.find(({ name }) => name === deployment)?.spec,
    'template',
  );
  if (at(template, 'metadata', 'annotations', RUN_ANNOTATION) !== undefined) return false;
  const served = new Set<unknown>(policy.split(' ').slice(2));
  return !items(at(template, 'spec', 'containers')).some((container) => served.has(at(container, 'image')));
}

const unserved = (deployment = ''): string =>
  `Deployment ${deployment} has no process on this machine: calls to it would get no answer.`;

/**
 * What becomes of how a definition converts: `bundled` as its bundle says, `byCsv` left to the CSV that brings the webhook,
 * `none` where that is left out.
 */
export type Conversion = 'bundled' | 'byCsv' | 'none';

/** @param csv of the same bundle; undefined where that is not known */
export function conversionOf(
  crd: KubeObject,
  csv: ClusterServiceVersion | undefined,
  policy: LeavesOut | undefined,
): Conversion {
  const { name } = crd.metadata;
  const webhook = csv?.spec.webhookdefinitions?.find(
    ({ type, conversionCRDs = [] }) => type === 'ConversionWebhook' && conversionCRDs.includes(name),
  );
  if (csv === undefined || webhook === undefined) return policy === undefined ? 'bundled' : 'none';
  return isLeftOut(csv.spec, webhook.deploymentName, policy) ? 'none' : 'byCsv';
}

/** A CRD that converts by webhook, when no ConversionWebhook of the CSV names it already. */
export function leftOutOfCrd(crd: KubeObject, policy: LeavesOut | undefined): LeftOut | undefined {
  if (policy === undefined || !convertsByWebhook(crd)) return undefined;
  const reason =
    'No process on this machine answers its conversion webhook: the definition is installed with conversion strategy None.';
  return { kind: 'ConversionWebhook', name: crd.metadata.name, reason };
}

/** An optional object whose API the cluster does not have: the plan goes on without it. `apiVersion`: `group/version`. */
export function leftOutForApi(object: { kind: string; name: string }, apiVersion: string): LeftOut {
  return {
    kind: object.kind,
    name: object.name,
    reason: `The cluster does not serve ${object.kind} (${apiVersion}); it is added as soon as the cluster does.`,
  };
}

/** One sentence for a condition. */
export function leftOutMessage(parts: readonly LeftOut[]): string {
  const names = parts.map((part) => `${part.kind} ${part.name}`);
  return `installed without: ${names.join(', ')}`;
}

/** Whether a definition converts its objects by webhook; false for anything that cannot be read. */
export function convertsByWebhook(crd: KubeObject): boolean {
  const spec = crd['spec'];
  if (typeof spec !== 'object' || spec === null || !('conversion' in spec)) return false;
  const { conversion } = spec;
  return (
    typeof conversion === 'object' &&
    conversion !== null &&
    'strategy' in conversion &&
    conversion.strategy === 'Webhook'
  );
}
