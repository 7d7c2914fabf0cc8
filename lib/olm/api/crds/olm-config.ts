import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import { closed, flag, text } from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { strictConditions } from './shared.ts';

/** Definition of v1, cluster-scoped: what an administrator switches for the whole cluster. */
export const olmConfigCrd: CustomResourceDefinition = define({
  kind: 'OLMConfig',
  plural: 'olmconfigs',
  scope: 'Cluster',
  versions: [
    {
      name: 'v1',
      description: 'Settings of the operator lifecycle controller; the one named cluster counts.',
      spec: closed('The settings.', {
        features: closed('What can be switched.', {
          disableCopiedCSVs: flag(
            'Make no copies of the ClusterServiceVersions of operators that serve all namespaces.',
          ),
          packageServerSyncInterval: text('How often packages are read again, as a duration such as 15m.', {
            pattern: '^([0-9]+(\\.[0-9]+)?(s|m|h))+$',
          }),
        }),
      }),
      status: closed('What became of the settings.', { conditions: strictConditions('State by aspect.') }),
      specRequired: false,
    },
  ],
});
