import type { JsonSchema } from '../../../k8s/crd.ts';
import { closed, list, oneOf, text, time } from '../../../k8s/crd-words.ts';

const phase = oneOf('Where the installation stands.', [
  '',
  'Pending',
  'InstallReady',
  'Installing',
  'Succeeded',
  'Failed',
  'Unknown',
  'Replacing',
  'Deleting',
]);

const moment: Record<string, JsonSchema> = {
  phase,
  reason: text('Why, as one word.'),
  message: text('Why, for people.'),
  lastUpdateTime: time('When this was last written.'),
  lastTransitionTime: time('When the phase last changed.'),
};

const dependent = closed(
  'One part of a requirement.',
  {
    group: text('API group.'),
    version: text('API version.'),
    kind: text('Kind.'),
    status: text('Whether it is satisfied.'),
    message: text('Details.'),
    uuid: text('Identity of the object that satisfies it.'),
  },
  ['group', 'version', 'kind', 'status'],
);

const requirement = closed(
  'One thing the operator needs.',
  {
    group: text('API group.'),
    version: text('API version.'),
    kind: text('Kind.'),
    name: text('Name.'),
    status: text('Whether it is there.'),
    message: text('Details.'),
    uuid: text('Identity of the object that satisfies it.'),
    dependents: list('Its parts.', dependent),
  },
  ['group', 'version', 'kind', 'name', 'status', 'message'],
);

const pendingDeletion = closed(
  'Objects of one kind.',
  {
    group: text('API group.'),
    kind: text('Kind.'),
    instances: list(
      'The objects.',
      closed('One object.', { name: text('Name.'), namespace: text('Namespace.') }, ['name']),
    ),
  },
  ['group', 'kind', 'instances'],
);

/** Schema of the status: closed, since only controllers write it. */
export const clusterServiceVersionStatus: JsonSchema = closed('How far the installation is.', {
  ...moment,
  conditions: list('How it got here, newest last.', closed('One step of the way.', moment)),
  requirementStatus: list('What the operator needs and whether it is there.', requirement),
  certsLastUpdated: time('When the certificates were last made.'),
  certsRotateAt: time('When the certificates are made anew.'),
  cleanup: closed('What a deletion still waits for.', {
    pendingDeletion: list('Objects that are still there.', pendingDeletion),
  }),
});
