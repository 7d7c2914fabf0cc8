import type { CustomResourceDefinition, JsonSchema } from '../../../k8s/crd.ts';
import {
  anything,
  closed,
  flag,
  intOrString,
  list,
  name,
  oneOf,
  open,
  text,
  textMap,
  texts,
  whole,
} from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { clusterServiceVersionStatus } from './cluster-service-version-status.ts';
import { icon, labelSelector, policyRules } from './shared.ts';

// Everything under spec is open: real bundles carry fields that no version of the API knows (a stray MinKubeVersion,
// newer webhook fields), and an object must come back from the API server as it was written. No defaults, for the same reason.

function descriptors(description: string): JsonSchema {
  return list(
    description,
    open(
      'How one field is shown.',
      {
        path: text('Path of the field.'),
        displayName: text('Name for people.'),
        description: text('What the field is for.'),
        'x-descriptors': texts('How the field is shown or edited.'),
        value: anything('Fixed value.'),
      },
      ['path'],
    ),
  );
}

const descriptorLists: Record<string, JsonSchema> = {
  displayName: text('Name for people.'),
  description: text('What it is.'),
  resources: list(
    'Objects that an instance leads to.',
    open(
      'One kind of object.',
      {
        kind: text('Kind.'),
        name: text('Name of its CRD, where it has one.'),
        version: text('API version.'),
      },
      ['kind', 'version'],
    ),
  ),
  specDescriptors: descriptors('How fields of spec are shown.'),
  statusDescriptors: descriptors('How fields of status are shown.'),
  actionDescriptors: descriptors('Actions on an instance.'),
};

const crdDescriptions = list(
  'Custom resources by their definitions.',
  open(
    'One custom resource.',
    {
      name: name('Name of the definition, plural.group.'),
      version: name('Version that the operator works with.'),
      kind: name('Kind.'),
      ...descriptorLists,
    },
    ['name', 'version', 'kind'],
  ),
);

const apiServiceDescriptions = list(
  'Resources served by aggregated API servers.',
  open(
    'One resource.',
    {
      name: text('Plural.'),
      group: name('API group.'),
      version: name('API version.'),
      kind: name('Kind.'),
      deploymentName: text('Deployment that serves it.'),
      containerPort: whole('Port it is served on.', { format: 'int32' }),
      ...descriptorLists,
    },
    ['name', 'group', 'version', 'kind'],
  ),
);

const port = { format: 'int32', minimum: 1, maximum: 65535 };

const webhooks = list(
  'Webhooks that the operator serves.',
  open(
    'One webhook.',
    {
      generateName: name('Beginning of the name of its configuration.'),
      type: oneOf('What it is for.', [
        'ValidatingAdmissionWebhook',
        'MutatingAdmissionWebhook',
        'ConversionWebhook',
      ]),
      deploymentName: text('Deployment that serves it.'),
      containerPort: whole('Port of the service; 443 when absent.', port),
      targetPort: intOrString('Port of the container.'),
      rules: list('What it is asked about.', open('One rule.')),
      failurePolicy: text('What happens when it does not answer.'),
      matchPolicy: text('Whether other versions of a resource count too.'),
      objectSelector: open('Labels of the objects it is asked about.'),
      sideEffects: text('Whether it does more than answer.'),
      timeoutSeconds: whole('How long it may take.', { format: 'int32' }),
      admissionReviewVersions: texts('Versions of the review it understands.'),
      reinvocationPolicy: text('Whether it is asked again.'),
      webhookPath: text('Path it is called at.'),
      conversionCRDs: texts('Definitions it converts.'),
    },
    ['generateName', 'type', 'admissionReviewVersions', 'sideEffects'],
  ),
);

const permissions = (description: string): JsonSchema =>
  list(
    description,
    open(
      'What one ServiceAccount may do.',
      {
        serviceAccountName: name('The ServiceAccount.'),
        rules: policyRules('What it may do.'),
      },
      ['serviceAccountName', 'rules'],
    ),
  );

const install = open(
  'How the operator is run.',
  {
    strategy: name('The way; deployment is the only one.'),
    spec: open(
      'Deployments and rights.',
      {
        deployments: list(
          'Deployments to run.',
          open(
            'One Deployment.',
            {
              name: name('Its name.'),
              label: textMap('Its labels.'),
              spec: open('Its spec, as apps/v1 has it; checked when the Deployment is made.'),
            },
            ['name', 'spec'],
          ),
        ),
        permissions: permissions('Rights in the namespaces that the operator serves.'),
        clusterPermissions: permissions('Rights in the whole cluster.'),
      },
      ['deployments'],
    ),
  },
  ['strategy'],
);

const link = (description: string): JsonSchema =>
  open(description, { name: text('Name for people.'), url: text('Address.') });

const presentation: Record<string, JsonSchema> = {
  displayName: text('Name for people.'),
  description: text('What the operator does, Markdown.'),
  keywords: texts('Words to find it by.'),
  maintainers: list(
    'Who maintains it.',
    open('One of them.', { name: text('Name.'), email: text('Address for mail.') }),
  ),
  provider: link('Who provides it.'),
  links: list('Where to read more.', link('One address.')),
  icon: list('Pictures.', icon('One picture.')),
  maturity: text('How mature it is, such as alpha or stable.'),
  relatedImages: list(
    'Images that the operator uses.',
    open('One image.', { name: text('What it is.'), image: text('Where it is.') }, ['name', 'image']),
  ),
};

const spec = open(
  'The operator at this version: what it is, needs, provides and how it is run.',
  {
    ...presentation,
    install,
    version: text('Version, semver.'),
    release: text('Number of the packaging of this version.'),
    replaces: text('ClusterServiceVersion that this one replaces.'),
    skips: texts('ClusterServiceVersions that an upgrade may pass over.'),
    minKubeVersion: text('Lowest version of Kubernetes it runs on.'),
    installModes: list(
      'Which sets of namespaces it can serve.',
      open(
        'One way.',
        {
          type: oneOf('The way.', ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']),
          supported: flag('Whether it can.'),
        },
        ['type', 'supported'],
      ),
    ),
    customresourcedefinitions: open('Custom resources it brings and needs.', {
      owned: crdDescriptions,
      required: crdDescriptions,
    }),
    apiservicedefinitions: open('Aggregated APIs it brings and needs.', {
      owned: apiServiceDescriptions,
      required: apiServiceDescriptions,
    }),
    nativeAPIs: list(
      'APIs that the cluster itself must have.',
      open('One kind.', { group: text('API group.'), version: text('API version.'), kind: text('Kind.') }, [
        'group',
        'version',
        'kind',
      ]),
    ),
    webhookdefinitions: webhooks,
    conversionwebhookdefinitions: list('Conversion webhooks, in the newer form.', open('One webhook.')),
    labels: textMap('Labels for whatever belongs to the operator.'),
    annotations: textMap('Free notes.'),
    selector: labelSelector('Labels of what belongs to the operator.'),
    cleanup: closed('Kept for older clients; has no effect.', { enabled: flag('Has no effect.') }, [
      'enabled',
    ]),
  },
  ['displayName', 'install'],
);

/** Definition of v1alpha1; the spec keeps every field that a bundle carries, known or not. */
export const clusterServiceVersionCrd: CustomResourceDefinition = define({
  kind: 'ClusterServiceVersion',
  plural: 'clusterserviceversions',
  scope: 'Namespaced',
  shortNames: ['csv', 'csvs'],
  versions: [
    {
      name: 'v1alpha1',
      description: 'One version of an operator, installed in this namespace.',
      spec,
      status: clusterServiceVersionStatus,
      specRequired: true,
      columns: [
        { name: 'Display', type: 'string', jsonPath: '.spec.displayName', description: 'Name for people' },
        {
          name: 'Version',
          type: 'string',
          jsonPath: '.spec.version',
          description: 'Version of the operator',
        },
        {
          name: 'Release',
          type: 'string',
          jsonPath: '.spec.release',
          description: 'Packaging of that version',
        },
        {
          name: 'Replaces',
          type: 'string',
          jsonPath: '.spec.replaces',
          description: 'What this one replaces',
        },
        { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
      ],
    },
  ],
});
