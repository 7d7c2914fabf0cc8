import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import { closed, intOrString, oneOf, text, textMap, texts, time, whole } from '../../../k8s/crd-words.ts';
import { define } from './define.ts';
import { icon, podPart, podParts, strictConditions } from './shared.ts';

const grpcPodConfig = closed('How the pod that serves the image is run. Only for grpc with an image.', {
  nodeSelector: textMap('Labels of the nodes that the pod may run on.'),
  tolerations: podParts('Taints that the pod tolerates.'),
  affinity: podPart('Affinity of the pod.'),
  priorityClassName: text('Priority class of the pod.'),
  securityContextConfig: oneOf('Whether the pod asks for the restricted pod security standard.', [
    'legacy',
    'restricted',
  ]),
  memoryTarget: intOrString('Memory that the server is asked to stay under, a quantity such as 128Mi.'),
  extractContent: closed('Take the content out of the image instead of running its own server.', {
    cacheDir: text('Folder of the prepared cache in the image.'),
    catalogDir: text('Folder of the file-based catalog in the image.'),
  }),
});

// sourceType has no enum: a value nobody knows is reported in the status (reason SpecInvalidError), as clients expect.
const spec = closed(
  'Where the catalog comes from and how it presents itself.',
  {
    sourceType: text('Kind of source: grpc, configmap or internal.', { minLength: 1 }),
    displayName: text('Name for people.'),
    description: text('What the catalog holds.'),
    publisher: text('Who publishes it.'),
    icon: icon('Picture of the catalog.'),
    priority: whole('Which catalog wins when several could serve: the higher number.', { format: 'int32' }),
    configMap: text('ConfigMap that holds the content, for configmap and internal.'),
    image: text('Image of the catalog, for grpc.'),
    address: text(
      'host:port of a running registry, an http(s) address of a file-based catalog, or directory:NAME of a directory that the controller was given.',
    ),
    grpcPodConfig,
    updateStrategy: closed('How newer content is looked for.', {
      registryPoll: closed('Look at the image again and again.', {
        interval: text('How often, as a duration such as 15m.'),
      }),
    }),
    secrets: texts('Pull secrets for the image, in the namespace of the catalog.'),
  },
  ['sourceType'],
);

const status = closed('What the controller knows of the catalog.', {
  message: text('What is wrong, for people.'),
  reason: text('What is wrong, as one word.'),
  latestImageRegistryPoll: time('When the image was last looked for.'),
  configMapReference: closed(
    'The ConfigMap that is being served.',
    {
      name: text('Its name.'),
      namespace: text('Its namespace.'),
      uid: text('Its identity.'),
      resourceVersion: text('The version that is being served.'),
      lastUpdateTime: time('When it was read.'),
    },
    ['name', 'namespace'],
  ),
  registryService: closed('The service in front of the catalog.', {
    protocol: text('How it is spoken to.'),
    serviceName: text('Its name.'),
    serviceNamespace: text('Its namespace.'),
    port: text('Its port.'),
    createdAt: time('When it was made.'),
  }),
  connectionState: closed(
    'Whether the catalog can be read.',
    {
      address: text('Where it is read from.'),
      lastConnect: time('When the state last changed.'),
      lastObservedState: oneOf('The state; READY is good.', [
        'IDLE',
        'CONNECTING',
        'READY',
        'TRANSIENT_FAILURE',
        'SHUTDOWN',
        '',
      ]),
    },
    ['lastObservedState'],
  ),
  conditions: strictConditions('State of the catalog by aspect.'),
});

/** Definition of v1alpha1; an unknown source type is accepted and reported in the status (OLM 1). */
export const catalogSourceCrd: CustomResourceDefinition = define({
  kind: 'CatalogSource',
  plural: 'catalogsources',
  scope: 'Namespaced',
  shortNames: ['catsrc'],
  versions: [
    {
      name: 'v1alpha1',
      description: 'A catalog: packages of operators that can be installed.',
      spec,
      status,
      specRequired: true,
      columns: [
        { name: 'Display', type: 'string', jsonPath: '.spec.displayName', description: 'Name for people' },
        { name: 'Type', type: 'string', jsonPath: '.spec.sourceType', description: 'Kind of source' },
        { name: 'Publisher', type: 'string', jsonPath: '.spec.publisher', description: 'Who publishes it' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
    },
  ],
});
