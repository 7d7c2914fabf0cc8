/**
 * Which webhook did not answer: the API server names it, and where it looked for it, in prose alone. Its phrases are those of
 * `apiserver/pkg/admission/plugin/webhook` and `apiextensions-apiserver/pkg/apiserver/conversion`.
 */
import { at, cutText, items, optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { OWNER_CSV_KIND, OWNER_KIND_LABEL, OWNER_LABEL, OWNER_NAMESPACE_LABEL } from '../api/labels.ts';
import type { WhyFinding } from './finding.ts';

/** An object of a namespace. */
export interface PlaceInNamespace {
  namespace: string;
  name: string;
}

/** What did not answer. */
export interface SilentWebhook {
  /** The configuration that has the API server ask it; of a conversion webhook none is named. */
  configuration?: KubeObject;
  /** Where it was asked; absent for one outside of the cluster. */
  service?: PlaceInNamespace;
}

const ASKED = /failed calling webhook "([^"\s]{1,253})"/;
const SERVICE = /https:\/\/([a-z0-9-]{1,63})\.([a-z0-9-]{1,63})\.svc[:/]/;

/** @param message what the API server answered to the write */
export function silentWebhook(message: string, configurations: readonly KubeObject[]): SilentWebhook {
  const [, name] = ASKED.exec(message) ?? [];
  const [, serviceName = '', namespace = ''] = SERVICE.exec(message) ?? [];
  const said = serviceName === '' ? undefined : { namespace, name: serviceName };
  const called = configurations.flatMap((configuration) =>
    items(configuration['webhooks'])
      .filter((webhook) => name !== undefined && at(webhook, 'name') === name)
      .map((webhook) => ({ configuration, service: serviceIn(webhook) })),
  );
  // Two configurations may have a webhook of this name: that one is meant which leads to where it was looked for.
  const found = called.find(({ service }) => isSame(service, said)) ?? called[0];
  return optional({ configuration: found?.configuration, service: found?.service ?? said });
}

function serviceIn(webhook: unknown): PlaceInNamespace | undefined {
  const service = at(webhook, 'clientConfig', 'service');
  const [name, namespace] = [cutText(at(service, 'name')), cutText(at(service, 'namespace'))];
  return name === undefined || namespace === undefined ? undefined : { namespace, name };
}

function isSame(left?: PlaceInNamespace, right?: PlaceInNamespace): boolean {
  return left?.name === right?.name && left?.namespace === right?.namespace;
}

/** The CSV that a configuration was made for, by its labels: its name, or the hash that stands for a long one. */
export function ownerOf({ metadata: { labels = {} } }: KubeObject): PlaceInNamespace | undefined {
  const { [OWNER_LABEL]: name, [OWNER_NAMESPACE_LABEL]: namespace, [OWNER_KIND_LABEL]: kind } = labels;
  return kind !== OWNER_CSV_KIND || name === undefined || namespace === undefined
    ? undefined
    : { namespace, name };
}

/** The namespaces without which these findings cannot be explained: those of the Services, and of the owners. */
export function namespacesBehind(
  findings: readonly WhyFinding[],
  configurations: readonly KubeObject[],
): string[] {
  const places = findings
    .filter(({ reason }) => reason === 'webhookSilent')
    .flatMap(({ detail = '' }) => {
      const { configuration, service } = silentWebhook(detail, configurations);
      return [service, configuration && ownerOf(configuration)];
    });
  return [...new Set(places.flatMap((place) => place?.namespace ?? []))];
}
