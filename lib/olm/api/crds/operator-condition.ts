import type { CustomResourceDefinition, JsonSchema } from '../../../k8s/crd.ts';
import { closed, texts } from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { strictConditions } from './shared.ts';

const common: Record<string, JsonSchema> = {
  deployments: texts('Deployments of the operator.'),
  serviceAccounts: texts('ServiceAccounts that may write this object.'),
  overrides: strictConditions('What an administrator says instead; wins over what the operator says.'),
};
const status = closed('What holds.', { conditions: strictConditions('State of the operator by aspect.') });
const description = 'What an operator says of itself, such as whether it may be upgraded now.';

/** Definition of v2, which is stored, and of v1, where operators write the status themselves (OLM 73). */
export const operatorConditionCrd: CustomResourceDefinition = define({
  kind: 'OperatorCondition',
  plural: 'operatorconditions',
  scope: 'Namespaced',
  shortNames: ['condition'],
  versions: [
    {
      name: 'v1',
      description,
      spec: closed('Who the operator is, and what an administrator overrides.', common),
      status,
      specRequired: false,
      storage: false,
    },
    {
      name: 'v2',
      description,
      spec: closed('What the operator says, and what an administrator overrides.', {
        ...common,
        conditions: strictConditions('What the operator says of itself.'),
      }),
      status,
      specRequired: false,
    },
  ],
});
