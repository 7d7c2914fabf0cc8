import type { CustomResourceDefinition, JsonSchema } from '../../../k8s/crd.ts';
import { closed, flag, oneOf, text, texts, time, objectReference } from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { labelSelector, strictConditions } from './shared.ts';

function spec(listType: Partial<JsonSchema>): JsonSchema {
  return closed('Which namespaces the operators here watch; all of them when nothing is said.', {
    targetNamespaces: texts('The namespaces by name; wins over the selector.', listType),
    selector: labelSelector('The namespaces by label.'),
    serviceAccountName: text('ServiceAccount whose rights limit what is installed here.'),
    staticProvidedAPIs: flag('Leave the list of provided APIs as it is.'),
    upgradeStrategy: oneOf('Whether a failed version may be replaced.', [
      'Default',
      'TechPreviewUnsafeFailForward',
    ]),
  });
}

function status(listType: Partial<JsonSchema>): JsonSchema {
  return closed(
    'What the group came to.',
    {
      namespaces: texts('The namespaces; one empty name stands for all.', listType),
      lastUpdated: time('When the status was last written.'),
      serviceAccountRef: objectReference('The ServiceAccount that is used.'),
      conditions: strictConditions('State of the group by aspect.'),
    },
    ['lastUpdated'],
  );
}

const description = 'The namespaces that the operators of this namespace serve.';
const set: Partial<JsonSchema> = { 'x-kubernetes-list-type': 'set' };

/** Definition of v1, which is stored, and of v1alpha2, which is still served. */
export const operatorGroupCrd: CustomResourceDefinition = define({
  kind: 'OperatorGroup',
  plural: 'operatorgroups',
  scope: 'Namespaced',
  shortNames: ['og'],
  versions: [
    { name: 'v1', description, spec: spec(set), status: status(set), specRequired: false },
    {
      name: 'v1alpha2',
      description,
      spec: spec({}),
      status: status({}),
      specRequired: false,
      storage: false,
    },
  ],
});
