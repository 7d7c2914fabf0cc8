/** What has the API server call a Deployment, and whom these calls trust: told of new authorities before they are served with. */
import { at, items } from '../../../base/loose.ts';
import type { NewCertificate } from '../../plan/decision.ts';
import { checkApiServices } from '../api-services.ts';
import type { CsvFacts } from '../facts.ts';
import { checkConfigurations } from '../webhooks/configuration.ts';
import { checkConversions } from '../webhooks/conversion.ts';
import { serviceName } from './serving.ts';

/** Stands in writes for authorities that are yet to be made. */
export const AUTHORITIES_TO_COME = 'capstan:authorities-to-come';

/**
 * Writes of all that is there and calls the Deployment, with `AUTHORITIES_TO_COME` in them. A program may serve with a new
 * certificate the moment that it is in its Secret: whoever did not trust it by then would refuse what it is about.
 */
export function callersOf(facts: CsvFacts, deployment: string): NewCertificate['callers'] {
  const toCome = { caBundle: AUTHORITIES_TO_COME, caHash: '', madeAt: 0, rotateAt: 0 };
  // Of a Deployment without certificate nothing is written.
  const then = { ...facts, certificates: new Map([[deployment, toCome]]) };
  const calling = new Set(clientsOf(facts, deployment).map(({ name }) => name));
  return [checkConfigurations(then), checkApiServices(then), checkConversions(then)]
    .flatMap(({ writes }) => writes)
    .filter((write) => write.kind === 'apply' || write.kind === 'patch')
    .filter(({ object }) => calling.has(object.metadata.name));
}

/** PEM of what they trust now: of a certificate that is gone nothing else says it. Empty when nothing calls it. */
export function trustedByCallers(facts: CsvFacts, deployment: string): string {
  const bundles = clientsOf(facts, deployment).map(({ client }) => at(client, 'caBundle'));
  return decoded(bundles.find((bundle) => typeof bundle === 'string'));
}

/** By name what leads to the Service of the Deployment, and how; what leads elsewhere goes on so until that serves. */
function clientsOf(facts: CsvFacts, deployment: string): { name: string; client: unknown }[] {
  const { namespace = '' } = facts.csv.metadata;
  const all = [
    ...facts.webhooks.map(({ object }) => ({
      name: object.metadata.name,
      client: at(items(object['webhooks'])[0], 'clientConfig'),
    })),
    ...[...(facts.apiServices ?? [])].map(([name, object]) => ({ name, client: object['spec'] })),
    ...[...facts.crds.values()].map(({ name, conversion }) => ({
      ...{ name, client: at(conversion, 'webhook', 'clientConfig') },
    })),
  ];
  return all.filter(
    ({ client }) =>
      at(client, 'service', 'name') === serviceName(deployment) &&
      at(client, 'service', 'namespace') === namespace,
  );
}

/** Anybody may have written it. */
function decoded(base64: unknown): string {
  if (typeof base64 !== 'string') return '';
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
