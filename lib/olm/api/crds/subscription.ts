import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import {
  closed,
  flag,
  list,
  name,
  oneOf,
  text,
  textMap,
  time,
  whole,
  objectReference,
} from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { labelSelector, looseConditions, podPart, podParts } from './shared.ts';

const config = closed("Changes to the operator's pods.", {
  selector: labelSelector('Kept for older clients; has no effect.'),
  nodeSelector: textMap('Labels of the nodes that the pods may run on; replaces what the operator says.'),
  tolerations: podParts('Taints that the pods tolerate, added to what the operator says.'),
  resources: podPart('Requests and limits of every container.'),
  envFrom: podParts('Sources of environment variables, added to what the operator says.'),
  env: podParts(
    'Environment variables of every container; they win over what the operator says.',
    { name: name('Name of the variable.') },
    ['name'],
  ),
  volumes: podParts(
    'Volumes of the pods; one of the same name is replaced.',
    { name: name('Name of the volume.') },
    ['name'],
  ),
  volumeMounts: podParts(
    'Mounts of every container; one of the same name is replaced.',
    { name: name('Volume that is mounted.'), mountPath: name('Where it is mounted.') },
    ['name', 'mountPath'],
  ),
  affinity: podPart('Affinity of the pods, field by field.'),
  annotations: textMap('Annotations of the Deployments and pods; they never replace one that is there.'),
});

const spec = closed(
  'What is wanted: one package of one catalog.',
  {
    source: name('Name of the CatalogSource.'),
    sourceNamespace: name('Namespace of the CatalogSource.'),
    name: name('Name of the package.'),
    channel: text("Channel to follow; the package's default channel when absent."),
    startingCSV: text(
      'Version to begin with, by the name of its ClusterServiceVersion; counts only while nothing is installed.',
    ),
    installPlanApproval: oneOf('Whether a person has to approve each InstallPlan.', ['Automatic', 'Manual']),
    config,
  },
  ['source', 'sourceNamespace', 'name'],
);

const status = closed(
  'What came of it.',
  {
    state: oneOf('Where the subscription stands.', [
      '',
      'UpgradeAvailable',
      'UpgradePending',
      'UpgradeFailed',
      'AtLatestKnown',
    ]),
    reason: text('Why, as one word.'),
    currentCSV: text('ClusterServiceVersion that is being moved to.'),
    installedCSV: text('ClusterServiceVersion that is installed.'),
    installplan: closed(
      'The latest InstallPlan. Kept for older clients; see installPlanRef.',
      {
        apiVersion: text('Group and version.'),
        kind: text('Kind.'),
        name: text('Name.'),
        uuid: text('Identity.'),
      },
      ['apiVersion', 'kind', 'name', 'uuid'],
    ),
    installPlanRef: objectReference('The latest InstallPlan.'),
    installPlanGeneration: whole('Generation of that InstallPlan.'),
    catalogHealth: list(
      'State of the catalogs that this subscription may use.',
      closed(
        'One catalog.',
        {
          catalogSourceRef: objectReference('The catalog.'),
          lastUpdated: time('When its state last changed.'),
          healthy: flag('Whether it can be read.'),
        },
        ['catalogSourceRef', 'lastUpdated', 'healthy'],
      ),
    ),
    conditions: looseConditions('State of the subscription by aspect; True means that something is unusual.'),
    lastUpdated: time('When the status was last written.'),
  },
  ['lastUpdated'],
);

/** Definition of v1alpha1; no field has a default, so an absent channel or approval stays absent. */
export const subscriptionCrd: CustomResourceDefinition = define({
  kind: 'Subscription',
  plural: 'subscriptions',
  scope: 'Namespaced',
  shortNames: ['sub', 'subs'],
  versions: [
    {
      name: 'v1alpha1',
      description: 'The wish to have a package installed in this namespace and kept up to date.',
      spec,
      status,
      specRequired: true,
      columns: [
        { name: 'Package', type: 'string', jsonPath: '.spec.name', description: 'Package subscribed to' },
        { name: 'Source', type: 'string', jsonPath: '.spec.source', description: 'Catalog of the package' },
        {
          name: 'Channel',
          type: 'string',
          jsonPath: '.spec.channel',
          description: 'Channel that is followed',
        },
      ],
    },
  ],
});
