/** Tells when one ConfigMap changes; its content is not looked at. */
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { CatalogRef, SourceReading } from '../types.ts';

/** A ConfigMap as it is now, and being told of its changes. */
export interface ConfigMapWatch {
  current(): SourceReading['configMap'];
  close(): void;
}

/** Follows the ConfigMap until `close`; `onChange` is told of the first look, too, when it is there. */
export function watchConfigMap(client: KubeClient, ref: CatalogRef, onChange: () => void): ConfigMapWatch {
  const { namespace, name } = ref;
  const cache = createCache(client, resources.configMaps, {
    namespace,
    fieldSelector: `metadata.name=${name}`,
    metadataOnly: true,
  });
  cache.subscribe(onChange);
  return {
    current: () => {
      const { uid, resourceVersion } = cache.get(ref)?.metadata ?? {};
      return uid === undefined || resourceVersion === undefined ? undefined : { uid, resourceVersion };
    },
    close: () => cache.stop(),
  };
}
