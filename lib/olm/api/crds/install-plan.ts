import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import {
  closed,
  flag,
  list,
  oneOf,
  text,
  texts,
  time,
  whole,
  objectReference,
} from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { looseConditions } from './shared.ts';

const spec = closed(
  'What is to be installed, and whether it may be.',
  {
    approval: oneOf('Whether a person has to approve.', ['Automatic', 'Manual']),
    approved: flag('Set to true to let the plan run.'),
    clusterServiceVersionNames: texts('ClusterServiceVersions that the plan installs.'),
    generation: whole('Number of the plan in its namespace, counting up.'),
    source: text('Catalog, in plans of old clients.'),
    sourceNamespace: text('Namespace of that catalog.'),
  },
  ['approval', 'approved', 'clusterServiceVersionNames'],
);

const step = closed(
  'One object that the plan brings.',
  {
    resolving: text('ClusterServiceVersion that the object belongs to.'),
    optional: flag('Whether the plan goes on without it.'),
    status: oneOf('What became of it.', [
      'Unknown',
      'NotPresent',
      'Present',
      'Created',
      'NotCreated',
      'WaitingForApi',
      'UnsupportedResource',
    ]),
    resource: closed(
      'The object.',
      {
        group: text('API group; empty for the core group.'),
        version: text('API version.'),
        kind: text('Kind.'),
        name: text('Name.'),
        manifest: text('JSON of the object, or of a reference to it.'),
        sourceName: text('Catalog it comes from.'),
        sourceNamespace: text('Namespace of that catalog.'),
      },
      ['group', 'version', 'kind', 'name', 'sourceName', 'sourceNamespace'],
    ),
  },
  ['resolving', 'resource', 'status'],
);

const bundleLookup = closed(
  'One bundle whose content has to be fetched first.',
  {
    path: text('Where the bundle is, as a rule an image.'),
    identifier: text('Name of its ClusterServiceVersion.'),
    replaces: text('ClusterServiceVersion that it replaces.'),
    properties: text('Properties of the bundle, JSON.'),
    catalogSourceRef: objectReference('Catalog that named it.'),
    conditions: looseConditions('How far the fetching is.'),
  },
  ['path', 'identifier', 'replaces', 'catalogSourceRef'],
);

const status = closed(
  'How far the plan is.',
  {
    phase: oneOf('Where the plan stands.', [
      '',
      'Planning',
      'RequiresApproval',
      'Installing',
      'Complete',
      'Failed',
    ]),
    message: text('What is going on or wrong, for people.'),
    startTime: time('When the plan began to run.'),
    conditions: list(
      'State of the plan by aspect.',
      closed('One aspect.', {
        type: text('Which aspect: Resolved or Installed.'),
        status: text('True, False or Unknown.'),
        reason: text('Why, as one word.'),
        message: text('Why, for people.'),
        lastUpdateTime: time('When this was last written.'),
        lastTransitionTime: time('When the status last changed.'),
      }),
    ),
    catalogSources: texts('Catalogs that the plan draws on.'),
    plan: list('The objects, in the order in which they are made.', step),
    bundleLookups: list('Bundles whose content is still to be fetched.', bundleLookup),
    attenuatedServiceAccountRef: objectReference('ServiceAccount whose rights the plan is limited to.'),
  },
  ['catalogSources', 'phase'],
);

/** Definition of v1alpha1; the spec says whether the plan may run, the status what it brings. */
export const installPlanCrd: CustomResourceDefinition = define({
  kind: 'InstallPlan',
  plural: 'installplans',
  scope: 'Namespaced',
  shortNames: ['ip'],
  versions: [
    {
      name: 'v1alpha1',
      description: 'A list of objects that together install or upgrade operators.',
      spec,
      status,
      specRequired: true,
      columns: [
        {
          name: 'CSV',
          type: 'string',
          jsonPath: '.spec.clusterServiceVersionNames[0]',
          description: 'First ClusterServiceVersion of the plan',
        },
        { name: 'Approval', type: 'string', jsonPath: '.spec.approval', description: 'Who approves' },
        { name: 'Approved', type: 'boolean', jsonPath: '.spec.approved' },
      ],
    },
  ],
});
