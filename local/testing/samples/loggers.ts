/** What the sample operator is about that makes pods. */
import type { KubeObject, Resource } from '#lib/k8s/object.ts';

export const loggers: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'loggers',
  kind: 'Logger',
  namespaced: true,
};

/** With a line every second. */
export function aLogger(namespace: string, name: string, spec: Record<string, unknown> = {}): KubeObject {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Logger',
    metadata: { name, namespace },
    spec: { name, timeInterval: 1, replicas: 2, ...spec },
  };
}
