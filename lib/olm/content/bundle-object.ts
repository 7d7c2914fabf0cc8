/** What pages are told of the objects that a bundle brings beside its CSV and its CRDs. */
import { at, cutText, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { BundleObject } from '../api/catalog-answers.ts';

/** Names that a page is told of one object; an object may have any number. */
const MOST_PORTS = 20;

/** Without its content, which may be large and is nobody's business here: a ConfigMap, a Secret. */
export function bundleObject({ apiVersion, kind, metadata, ...rest }: KubeObject): BundleObject {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const isService = kind === 'Service' && group === '';
  return {
    group,
    kind,
    name: metadata.name,
    ...(isService ? { ports: portNames(rest) } : {}),
  };
}

function portNames(service: unknown): string[] {
  return items(at(service, 'spec', 'ports'))
    .map((port) => cutText(at(port, 'name'), 63))
    .filter((name) => name !== undefined)
    .slice(0, MOST_PORTS);
}
