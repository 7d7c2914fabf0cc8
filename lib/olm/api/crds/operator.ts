import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import { closed, list, text, objectReference } from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { labelSelector, looseConditions } from './shared.ts';

const ref = objectReference('One object.');

/** Definition of v1, cluster-scoped: for tools that list what belongs to an operator. */
export const operatorCrd: CustomResourceDefinition = define({
  kind: 'Operator',
  plural: 'operators',
  scope: 'Cluster',
  versions: [
    {
      name: 'v1',
      description: 'All that belongs to one installed package, wherever it is.',
      spec: closed('Nothing to set.', {}),
      status: closed('What belongs to it.', {
        components: closed(
          'The objects.',
          {
            labelSelector: labelSelector('The label they carry.'),
            refs: list('The objects found, with their state.', {
              ...ref,
              properties: {
                ...ref.properties,
                apiVersion: text('Group and version.'),
                conditions: looseConditions('State of the object by aspect.'),
              },
            }),
          },
          ['labelSelector'],
        ),
      }),
      specRequired: false,
    },
  ],
});
