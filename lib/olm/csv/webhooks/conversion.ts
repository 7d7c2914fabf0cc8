/**
 * Conversion webhooks, by which the API server has an operator turn objects of one version into another (OLM 71, 74). They
 * stand in the definitions themselves, which are the whole cluster's.
 * Source: OLM `pkg/controller/install/webhook.go` (createOrUpdateConversionWebhook).
 */
import { at } from '../../../base/loose.ts';
import { resources } from '../../../k8s/resources.ts';
import type { ClusterServiceVersion } from '../../api/types.ts';
import type { CrdFacts } from '../../plan/crd.ts';
import type { ObjectWrite } from '../../plan/decision.ts';
import type { CsvFacts } from '../facts.ts';
import { covers, serviceOf } from './configuration.ts';
import { installedWebhooks, type WebhookDefinition } from './definition.ts';

/** How the definitions convert that the CSV says it converts, and what to write for them. */
export interface ConversionsVerdict {
  /** Some do not ask any webhook. */
  absent: boolean;
  writes: ObjectWrite[];
}

/** A definition and the webhook that is to convert its objects. */
interface Conversion {
  crd: string;
  definition: WebhookDefinition;
}

function conversionsOf(facts: Pick<CsvFacts, 'csv' | 'leavesOut'>): Conversion[] {
  return installedWebhooks(facts)
    .filter(({ type }) => type === 'ConversionWebhook')
    .flatMap((definition) => definition.conversionCRDs.map((crd) => ({ crd, definition })));
}

/** Why the CSV must not convert what it says it does, in upstream's words; undefined when it may. */
export function conversionRefusal(facts: CsvFacts): string | undefined {
  const { csv } = facts;
  const definitions = installedWebhooks(facts).filter(({ type }) => type === 'ConversionWebhook');
  if (definitions.length === 0) return undefined;
  if (!isForAllNamespacesAlone(csv)) {
    return 'unable to manage conversion webhook: CSVs with conversion webhooks must support only AllNamespaces';
  }
  if (definitions.some(({ conversionCRDs }) => conversionCRDs.length === 0))
    return 'unable to manage conversion webhook: conversion webhook must have at least one CRD specified';
  return conversionsOf(facts).flatMap(({ crd }) => refusedDefinition(facts, crd) ?? [])[0];
}

function isForAllNamespacesAlone({ spec }: ClusterServiceVersion): boolean {
  return (spec.installModes ?? []).every(({ type, supported }) => (type === 'AllNamespaces') === supported);
}

function refusedDefinition(facts: CsvFacts, name: string): string | undefined {
  const crd = facts.crds.get(name);
  if (!owns(facts, name)) return `csv ${facts.csv.metadata.name} does not own CRD ${name}`;
  return crd?.preservesUnknownFields === true
    ? 'crd.Spec.PreserveUnknownFields must be false to let API Server call webhook to do the conversion'
    : undefined;
}

/** With the rights of an account also by who brought it: whoever may only write CSVs must not get at objects of others. */
function owns({ csv, crds, groups }: CsvFacts, crd: string): boolean {
  const { name, namespace = '' } = csv.metadata;
  const { owned = [] } = csv.spec.customresourcedefinitions ?? {};
  if (!owned.some((one) => one.name === crd)) return false;
  const isLimited = groups[0]?.serviceAccount !== undefined;
  return !isLimited || crds.get(crd)?.alongside.includes(`${namespace}/${name}`) === true;
}

/** Holds the definitions against what the CSV says of their conversion; of one without certificate nothing is written. */
export function checkConversions(facts: CsvFacts): ConversionsVerdict {
  const found = conversionsOf(facts).flatMap(({ crd, definition }) => {
    const existing = facts.crds.get(crd);
    return existing === undefined ? [] : [{ existing, wanted: wantedConversion(facts, definition) }];
  });
  return {
    absent: found.some(({ existing }) => existing.conversion === undefined),
    writes: found
      .filter(({ existing, wanted }) => wanted !== undefined && !covers(existing.conversion, wanted))
      .map(({ existing, wanted }) => conversionPatch(existing, wanted ?? {})),
  };
}

function wantedConversion(facts: CsvFacts, definition: WebhookDefinition): object | undefined {
  const certificate = facts.certificates?.get(definition.deploymentName);
  if (certificate === undefined) return undefined;
  const service = serviceOf(definition, facts.csv.metadata.namespace ?? '');
  return {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service: { path: '/', ...service }, caBundle: certificate.caBundle },
      conversionReviewVersions: definition.admissionReviewVersions,
    },
  };
}

/** Of those that still ask the CSV, unless another one of the namespace has come that converts them. */
export function withdrawnConversions(facts: CsvFacts): ObjectWrite[] {
  const { csv, crds, siblings } = facts;
  const others = new Set(
    siblings
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .flatMap((sibling) => conversionsOf({ ...facts, csv: sibling }).map(({ crd }) => crd)),
  );
  return conversionsOf(facts).flatMap(({ crd, definition }) => {
    const existing = crds.get(crd);
    if (existing?.conversion === undefined || others.has(crd)) return [];
    const { name, namespace } = serviceOf(definition, csv.metadata.namespace ?? '');
    const asks = at(existing.conversion, 'webhook', 'clientConfig', 'service');
    const isOurs = at(asks, 'name') === name && at(asks, 'namespace') === namespace;
    return isOurs ? [conversionPatch(existing, { strategy: 'None', webhook: null })] : [];
  });
}

function conversionPatch({ name }: CrdFacts, conversion: object): ObjectWrite {
  return {
    kind: 'patch',
    resource: resources.customResourceDefinitions,
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
    },
    metadata: {},
    spec: { conversion },
  };
}
