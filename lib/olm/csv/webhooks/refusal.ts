/**
 * Webhooks that no operator may have, in upstream's words.
 * Source: OLM `pkg/controller/install/webhook.go` (ValidWebhookRules).
 */
import { to, type CsvFacts, type CsvTransition } from '../facts.ts';
import { webhookDefinitions, type WebhookDefinition } from './definition.ts';

/** Why the CSV's webhooks must not be installed (OLM 71); undefined when they may. */
export function webhookRefusal(facts: CsvFacts): CsvTransition | undefined {
  const { definitions, unreadable } = webhookDefinitions(facts);
  const why = unreadable ?? refused(definitions);
  return why === undefined ? undefined : to('Failed', 'InvalidWebhookDescription', why);
}

function refused(definitions: readonly WebhookDefinition[]): string | undefined {
  const names = new Set(definitions.map(({ generateName }) => generateName));
  if (names.size < definitions.length) return 'CSV contains repeated WebhookDescription name';
  return definitions.flatMap(({ rules }) => rules.flatMap((rule) => refusedRule(rule) ?? []))[0];
}

/** Upstream knows the kinds alone; rules name the resources. */
const WEBHOOK_RESOURCES: ReadonlySet<string> = new Set([
  ...['*', '*/*', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
  ...['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
]);

function refusedRule({
  apiGroups = [],
  resources = [],
}: WebhookDefinition['rules'][number]): string | undefined {
  if (apiGroups.includes('*')) return 'webhook rules cannot include all groups';
  if (apiGroups.includes('operators.coreos.com')) return 'webhook rules cannot include the OLM group';
  const isProtected =
    apiGroups.includes('admissionregistration.k8s.io') &&
    resources.some((resource) => WEBHOOK_RESOURCES.has(resource));
  return isProtected
    ? 'webhook rules cannot include MutatingWebhookConfiguration or ValidatingWebhookConfiguration resources'
    : undefined;
}
