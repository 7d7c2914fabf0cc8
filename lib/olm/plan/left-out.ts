/**
 * Parts of a bundle that are not installed. The operator still comes up; people are told what is missing and why.
 */
import type { KubeObject } from '../../k8s/object.ts';
import type { ClusterServiceVersion } from '../api/types.ts';

/** A part of a bundle that is not installed: kind and name of the object or the webhook, and why. */
export interface LeftOut {
  kind: string;
  name: string;
  /** A sentence for people. */
  reason: string;
}

const NO_WEBHOOKS = 'Capstan does not install admission webhooks of operators yet.';
const NO_CONVERSION =
  'Capstan does not run conversion webhooks yet: the definition is installed with conversion strategy None.';
const NO_API_SERVICES = 'Capstan does not install aggregated APIs of operators yet.';

/** What the CSV itself announces and Capstan does not bring. */
export function leftOutOfCsv(spec: ClusterServiceVersion['spec']): LeftOut[] {
  const webhooks = (spec.webhookdefinitions ?? []).map((webhook) => ({
    kind: webhook.type,
    name: webhook.generateName,
    reason: webhook.type === 'ConversionWebhook' ? NO_CONVERSION : NO_WEBHOOKS,
  }));
  const apis = (spec.apiservicedefinitions?.owned ?? []).map((api) => ({
    kind: 'APIService',
    name: `${api.version}.${api.group}`,
    reason: NO_API_SERVICES,
  }));
  return [...webhooks, ...apis];
}

/** A CRD that converts by webhook, when no ConversionWebhook of the CSV names it already. */
export function leftOutOfCrd(crd: KubeObject): LeftOut | undefined {
  if (!convertsByWebhook(crd)) return undefined;
  return { kind: 'ConversionWebhook', name: crd.metadata.name ?? '', reason: NO_CONVERSION };
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
