/**
 * Webhook configurations, which have the API server ask an operator about objects (OLM 71).
 * Source: OLM `pkg/controller/install/webhook.go`, `clusterserviceversion_types.go` (GetValidatingWebhook).
 */
import { base62 } from '../../../base/base62.ts';
import { hashedName, shortHash, stableJson } from '../../../base/hash.ts';
import { isJsonObject } from '../../../base/json.ts';
import { at, items, optional } from '../../../base/loose.ts';
import { sha224 } from '../../../base/sha256.ts';
import { refTo, type KubeObject, type Resource } from '../../../k8s/object.ts';
import { resources } from '../../../k8s/resources.ts';
import {
  componentLabel,
  labelValue,
  ownerLabels,
  WEBHOOK_HASH_LABEL,
  WEBHOOK_NAME_LABEL,
} from '../../api/labels.ts';
import type { ClusterServiceVersion } from '../../api/types.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import { serviceName } from '../certificates/serving.ts';
import type { CsvFacts, OwnedObject } from '../facts.ts';
import { installedWebhooks, type WebhookDefinition } from './definition.ts';

const HASH_LENGTH = 10;
const MAX_NAME = 253;

/** How the configurations of a CSV are, and what to write for them. */
export interface ConfigurationsVerdict {
  /** Some are not there at all. */
  absent: boolean;
  /** Of those that are absent or another than they should be; nothing of a webhook whose certificate is not there yet. */
  writes: ObjectWrite[];
}

/**
 * Holds the configurations that are there against those that the CSV describes. One is known by its labels: upstream lets
 * the API server choose the names. What the CSV does not describe any more is to be deleted.
 */
export function checkConfigurations(facts: CsvFacts): ConfigurationsVerdict {
  const found = installedWebhooks(facts)
    .filter(({ type }) => type !== 'ConversionWebhook')
    .map((definition) => ({ definition, existing: configurationOf(facts, definition) }));
  const kept = new Set(found.map(({ existing }) => existing?.object));
  const stale = facts.webhooks.filter(({ object }) => !kept.has(object));
  const wanted = found.flatMap(({ definition, existing }): ObjectWrite[] => {
    const object = wantedConfiguration(facts, definition, existing?.object.metadata.name);
    if (object === undefined || (existing !== undefined && isAsWanted(existing.object, object))) return [];
    return [{ kind: 'apply', resource: resourceOf(definition), object }];
  });
  return {
    absent: found.some(({ existing }) => existing === undefined),
    writes: [...wanted, ...deletionsOf(stale)],
  };
}

/**
 * Of a CSV whose place `next` takes: those that it does not have, once its pods take the place of those that answered. What
 * fails closed would keep everybody from what it is about until the old CSV is gone.
 */
export function droppedConfigurations(facts: CsvFacts, next: ClusterServiceVersion): ObjectWrite[] {
  const { phase } = next.status ?? {};
  if (phase !== 'Installing' && phase !== 'Succeeded') return [];
  const kept = new Set(
    installedWebhooks({ ...facts, csv: next }).map(({ generateName }) => labelValue(generateName)),
  );
  return deletionsOf(
    facts.webhooks.filter(({ object }) => !kept.has(object.metadata.labels?.[WEBHOOK_NAME_LABEL] ?? '')),
  );
}

/** Of those that are not being deleted already. */
export function deletionsOf(configurations: readonly OwnedObject[]): ObjectWrite[] {
  return configurations
    .filter(({ object }) => object.metadata.deletionTimestamp === undefined)
    .map(({ resource, object }) => {
      const uid = object.metadata.uid ?? '';
      return { kind: 'delete', resource, ref: refTo(object), uid };
    });
}

function resourceOf({ type }: WebhookDefinition): Resource {
  return type === 'ValidatingAdmissionWebhook'
    ? resources.validatingWebhookConfigurations
    : resources.mutatingWebhookConfigurations;
}

function configurationOf(facts: CsvFacts, definition: WebhookDefinition): OwnedObject | undefined {
  return facts.webhooks.find(
    ({ resource, object: { metadata } }) =>
      resource === resourceOf(definition) &&
      metadata.deletionTimestamp === undefined &&
      metadata.labels?.[WEBHOOK_NAME_LABEL] === labelValue(definition.generateName),
  );
}

/** As it is applied; undefined while its Deployment has no certificate. Ours have a name that the next try has, too. */
function wantedConfiguration(
  { csv, groups, certificates, packageName }: CsvFacts,
  definition: WebhookDefinition,
  existingName: string | undefined,
): KubeObject | undefined {
  const { name, namespace = '' } = csv.metadata;
  const certificate = certificates?.get(definition.deploymentName);
  if (certificate === undefined) return undefined;
  const resource = resourceOf(definition);
  const identity = [namespace, name, definition.type, definition.generateName];
  return {
    apiVersion: `${resource.group}/${resource.version}`,
    kind: resource.kind,
    metadata: {
      name: existingName ?? hashedName(definition.generateName, shortHash(identity, HASH_LENGTH), MAX_NAME),
      labels: {
        ...ownerLabels({ name, namespace }),
        ...(packageName === undefined ? {} : { [componentLabel(packageName, namespace)]: '' }),
        [WEBHOOK_NAME_LABEL]: labelValue(definition.generateName),
        [WEBHOOK_HASH_LABEL]: definitionHash(definition),
      },
    },
    webhooks: [
      {
        name: definition.generateName,
        ...asked(definition),
        ...optional({ namespaceSelector: groups[0]?.namespaceSelector }),
        clientConfig: {
          service: serviceOf(definition, namespace),
          caBundle: certificate.caBundle,
        },
      },
    ],
  };
}

/** What the API server calls: the Service that stands before the Deployment (OLM 70). */
export function serviceOf(
  { deploymentName, containerPort, webhookPath }: WebhookDefinition,
  namespace: string,
): { name: string; namespace: string; port: number; path?: string } {
  return {
    name: serviceName(deploymentName),
    namespace,
    port: containerPort,
    ...optional({ path: webhookPath }),
  };
}

/** What goes from the description into the webhook: what the API server does not know, it would not take. */
function asked(definition: WebhookDefinition): Record<string, unknown> {
  const { rules, failurePolicy, matchPolicy, objectSelector, sideEffects } = definition;
  const { timeoutSeconds, admissionReviewVersions, reinvocationPolicy, type } = definition;
  return {
    ...(rules.length === 0 ? {} : { rules: rules.map(ruleInOrder) }),
    admissionReviewVersions,
    ...optional({ failurePolicy, matchPolicy, sideEffects, timeoutSeconds }),
    ...optional({ objectSelector: selectorInOrder(objectSelector) }),
    ...(type === 'MutatingAdmissionWebhook' ? optional({ reinvocationPolicy }) : {}),
  };
}

/** Upstream's: the number in base 62 that SHA-224 makes of the description as Go writes it, field after field. */
export function definitionHash(definition: WebhookDefinition): string {
  const { generateName, type, deploymentName, containerPort, targetPort, rules, ...rest } = definition;
  const { failurePolicy, matchPolicy, objectSelector, sideEffects = null, timeoutSeconds } = rest;
  const { admissionReviewVersions, reinvocationPolicy, webhookPath, conversionCRDs } = rest;
  const inOrder = {
    ...{ generateName, type, deploymentName, containerPort, targetPort },
    rules: rules.length === 0 ? undefined : rules.map(ruleInOrder),
    ...{ failurePolicy, matchPolicy, objectSelector: selectorInOrder(objectSelector), sideEffects },
    ...{ timeoutSeconds, admissionReviewVersions, reinvocationPolicy, webhookPath },
    conversionCRDs: conversionCRDs.length === 0 ? undefined : conversionCRDs,
  };
  return base62(sha224(new TextEncoder().encode(`${asGoWrites(inOrder)}\n`)));
}

function ruleInOrder(rule: WebhookDefinition['rules'][number]): object {
  const { operations, apiGroups, apiVersions, resources: types, scope } = rule;
  return { operations, apiGroups, apiVersions, resources: types, scope };
}

function selectorInOrder(selector: object | undefined): object | undefined {
  if (selector === undefined) return undefined;
  const labels = at(selector, 'matchLabels');
  const expressions = items(at(selector, 'matchExpressions')).map((expression) => ({
    key: at(expression, 'key'),
    operator: at(expression, 'operator'),
    values: at(expression, 'values'),
  }));
  return {
    matchLabels: isJsonObject(labels) ? sorted(labels) : undefined,
    matchExpressions: expressions.length === 0 ? undefined : expressions,
  };
}

const sorted = (labels: object): unknown => JSON.parse(stableJson(labels));

function asGoWrites(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether all that is wanted is there; what the API server has filled in, and what others have added, does not count. */
function isAsWanted(existing: KubeObject, wanted: KubeObject): boolean {
  const { labels } = wanted.metadata;
  const [webhook] = items(wanted['webhooks']);
  const there = items(existing['webhooks']).find((one) => at(one, 'name') === at(webhook, 'name'));
  return covers(existing.metadata.labels, labels) && covers(there, webhook) && isSelectorKept(there, webhook);
}

/** A selector that is not wanted any more would hold for ever: the API server writes an empty one where there is none. */
function isSelectorKept(there: unknown, webhook: unknown): boolean {
  return ['namespaceSelector', 'objectSelector'].every(
    (field) => stableJson(at(there, field) ?? {}) === stableJson(at(webhook, field) ?? {}),
  );
}

/** Whether all that is wanted is there, whatever else is. */
export function covers(there: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(there) &&
      there.length === wanted.length &&
      wanted.every((one, index) => covers(there[index], one))
    );
  }
  if (!isJsonObject(wanted)) return there === wanted;
  return (
    isJsonObject(there) &&
    Object.entries(wanted).every(([key, value]) => value === undefined || covers(there[key], value))
  );
}
