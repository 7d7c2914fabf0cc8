/** Schemas that several of our kinds use. */
import type { JsonSchema } from '../../../k8s/crd.ts';
import {
  closed,
  list,
  name,
  oneOf,
  open,
  text,
  textMap,
  texts,
  time,
  whole,
} from '../../../k8s/crd-words.ts';

const CONDITION_TYPE =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$';

/** A condition as `meta/v1` prescribes it, every field but the generation required. */
export function strictConditions(description: string): JsonSchema {
  const condition = closed(
    'One aspect of the state.',
    {
      type: text('Which aspect.', { maxLength: 316, pattern: CONDITION_TYPE }),
      status: oneOf('Whether it holds.', ['True', 'False', 'Unknown']),
      reason: text('Why, as one CamelCase word.', {
        minLength: 1,
        maxLength: 1024,
        pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      }),
      message: text('Why, as a sentence for people.', { maxLength: 32768 }),
      lastTransitionTime: time('When the status last changed.'),
      observedGeneration: whole('Generation of the object that this was decided from.', {
        format: 'int64',
        minimum: 0,
      }),
    },
    ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
  );
  return list(description, condition, {
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  });
}

/** A condition as OLM's own kinds write it: only type and status are certain. */
export function looseConditions(description: string): JsonSchema {
  return list(
    description,
    closed(
      'One aspect of the state.',
      {
        type: name('Which aspect.'),
        status: oneOf('Whether it holds.', ['True', 'False', 'Unknown']),
        reason: text('Why, as one CamelCase word.'),
        message: text('Why, as a sentence for people.'),
        lastHeartbeatTime: time('When this was last confirmed.'),
        lastUpdateTime: time('When this was last written.'),
        lastTransitionTime: time('When the status last changed.'),
      },
      ['type', 'status'],
    ),
  );
}

/** A selector as in meta/v1. */
export function labelSelector(description: string): JsonSchema {
  return closed(description, {
    matchLabels: textMap('Labels that must all be there with these values.'),
    matchExpressions: list(
      'Further demands, all of which must hold.',
      closed(
        'One demand on a label.',
        {
          key: name('Label that is looked at.'),
          operator: oneOf('How it is compared.', ['In', 'NotIn', 'Exists', 'DoesNotExist']),
          values: texts('Values to compare with; none for Exists and DoesNotExist.'),
        },
        ['key', 'operator'],
      ),
    ),
  });
}

/** A picture inside the object. */
export function icon(description: string): JsonSchema {
  return closed(
    description,
    {
      base64data: text('The picture, base64.'),
      mediatype: text('Its media type, such as image/svg+xml.'),
    },
    ['base64data', 'mediatype'],
  );
}

/** Rules of RBAC, kept whole: the API server checks them when a Role is made of them. */
export function policyRules(description: string): JsonSchema {
  return list(
    description,
    open(
      'What may be done to what.',
      {
        apiGroups: texts('API groups; the empty string is the core group.'),
        resources: texts('Resources, in the plural.'),
        resourceNames: texts('Names of single objects; none means all.'),
        nonResourceURLs: texts('Paths of the API server that are no resources.'),
        verbs: texts('Verbs.'),
      },
      ['verbs'],
    ),
  );
}

/** A piece of core/v1 that ends up in a pod; the API server checks it when the pod is made. */
export function podPart(description: string): JsonSchema {
  return open(description);
}

/** Pieces of core/v1 as a list; only the named fields of each are checked. */
export function podParts(
  description: string,
  properties: Record<string, JsonSchema> = {},
  required: readonly string[] = [],
): JsonSchema {
  return list(description, open('One of them.', properties, required));
}
