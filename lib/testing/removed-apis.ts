/** Objects in versions that API servers do not serve any more, and as they are in those that are. */
import type { KubeObject } from '../k8s/object.ts';

/** One object before and after. */
export interface MovedRow {
  name: string;
  from: KubeObject;
  to: KubeObject;
}

type Body = Record<string, unknown>;
const row = (name: string, kind: string, from: [string, Body], to: [string, Body]): MovedRow => {
  const made = ([apiVersion, body]: [string, Body]): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name: 'moved' },
    ...body,
  });
  return { name, from: made(from), to: made(to) };
};
const backendBefore = (servicePort: unknown): Body => ({ serviceName: 's', servicePort });
const backend = (port: Body): Body => ({ service: { name: 's', port } });
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } };
const selector = { matchLabels: { a: 'b' } };
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const scaled = (metrics: readonly Body[], scaleTargetRef: Body = target): Body => ({
  spec: { maxReplicas: 3, scaleTargetRef, metrics },
});
const queue = { matchLabels: { queue: 'q' } };
const webhook = { name: 'w.example.com', clientConfig: { url: 'https://localhost' }, sideEffects: 'None' };
const request = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0=';

const INGRESSES: readonly MovedRow[] = [
  row(
    'Ingress: backends, ports by number and by name, types of paths',
    'Ingress',
    [
      'extensions/v1beta1',
      {
        spec: {
          backend: backendBefore(80),
          rules: [
            {
              host: 'h',
              http: {
                paths: [
                  { backend: backendBefore('http') },
                  { path: '/a', pathType: 'Prefix', backend: backendBefore('8080') },
                ],
              },
            },
            { host: 'i' },
          ],
          tls: [{ hosts: ['h'] }],
        },
      },
    ],
    [
      'networking.k8s.io/v1',
      {
        spec: {
          defaultBackend: backend({ number: 80 }),
          rules: [
            {
              host: 'h',
              http: {
                paths: [
                  { pathType: 'ImplementationSpecific', backend: backend({ name: 'http' }) },
                  { path: '/a', pathType: 'Prefix', backend: backend({ number: 8080 }) },
                ],
              },
            },
            { host: 'i' },
          ],
          tls: [{ hosts: ['h'] }],
        },
      },
    ],
  ),
  row(
    'Ingress: a backend that is no Service, as it was',
    'Ingress',
    ['networking.k8s.io/v1beta1', { spec: { backend: { resource: { kind: 'Bucket', name: 'r' } } } }],
    ['networking.k8s.io/v1', { spec: { defaultBackend: { resource: { kind: 'Bucket', name: 'r' } } } }],
  ),
  row(
    'IngressClass',
    'IngressClass',
    ['networking.k8s.io/v1beta1', { spec: { controller: 'a.example/b' } }],
    ['networking.k8s.io/v1', { spec: { controller: 'a.example/b' } }],
  ),
];

const WORKLOADS: readonly MovedRow[] = [
  row(
    'Deployment: a selector, no rollback',
    'Deployment',
    ['extensions/v1beta1', { spec: { template, rollbackTo: { revision: 1 } } }],
    ['apps/v1', { spec: { template, selector } }],
  ),
  row(
    'DaemonSet: the selector that it has, no generation',
    'DaemonSet',
    ['extensions/v1beta1', { spec: { template, selector, templateGeneration: 2 } }],
    ['apps/v1', { spec: { template, selector } }],
  ),
  row(
    'CronJob',
    'CronJob',
    [
      'batch/v1beta1',
      {
        spec: {
          schedule: '* * * * *',
          jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
        },
      },
    ],
    [
      'batch/v1',
      {
        spec: {
          schedule: '* * * * *',
          jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
        },
      },
    ],
  ),
  row(
    'PodDisruptionBudget: an empty selector chose no pods, and would choose all',
    'PodDisruptionBudget',
    ['policy/v1beta1', { spec: { minAvailable: 1, selector: {} } }],
    ['policy/v1', { spec: { minAvailable: 1 } }],
  ),
  row(
    'PodDisruptionBudget',
    'PodDisruptionBudget',
    ['policy/v1beta1', { spec: { minAvailable: 1, selector } }],
    ['policy/v1', { spec: { minAvailable: 1, selector } }],
  ),
];

const AUTOSCALERS: readonly MovedRow[] = [
  row(
    'HorizontalPodAutoscaler v2beta1: every kind of metric; the workload in a version that is there',
    'HorizontalPodAutoscaler',
    [
      'autoscaling/v2beta1',
      scaled(
        [
          { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 50 } },
          { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
          {
            type: 'ContainerResource',
            containerResource: { name: 'cpu', container: 'a', targetAverageUtilization: 50 },
          },
          { type: 'Pods', pods: { metricName: 'packets', selector: queue, targetAverageValue: '1k' } },
          { type: 'Object', object: { target, metricName: 'requests', targetValue: '2k' } },
          { type: 'Object', object: { target, metricName: 'requests', targetValue: '0', averageValue: '5' } },
          { type: 'External', external: { metricName: 'length', metricSelector: queue, targetValue: '30' } },
          { type: 'External', external: { metricName: 'length', targetAverageValue: '3' } },
        ],
        { ...target, apiVersion: 'extensions/v1beta1' },
      ),
    ],
    [
      'autoscaling/v2',
      scaled([
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
        {
          type: 'Resource',
          resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
        },
        {
          type: 'ContainerResource',
          containerResource: {
            name: 'cpu',
            container: 'a',
            target: { type: 'Utilization', averageUtilization: 50 },
          },
        },
        {
          type: 'Pods',
          pods: {
            metric: { name: 'packets', selector: queue },
            target: { type: 'AverageValue', averageValue: '1k' },
          },
        },
        {
          type: 'Object',
          object: {
            describedObject: target,
            metric: { name: 'requests' },
            target: { type: 'Value', value: '2k' },
          },
        },
        {
          type: 'Object',
          object: {
            describedObject: target,
            metric: { name: 'requests' },
            target: { type: 'AverageValue', averageValue: '5' },
          },
        },
        {
          type: 'External',
          external: { metric: { name: 'length', selector: queue }, target: { type: 'Value', value: '30' } },
        },
        {
          type: 'External',
          external: { metric: { name: 'length' }, target: { type: 'AverageValue', averageValue: '3' } },
        },
      ]),
    ],
  ),
  row(
    'HorizontalPodAutoscaler v2beta2',
    'HorizontalPodAutoscaler',
    ['autoscaling/v2beta2', scaled([])],
    ['autoscaling/v2', scaled([])],
  ),
];

const POLICY: readonly MovedRow[] = [
  row(
    'ValidatingWebhookConfiguration: what was the default before is said',
    'ValidatingWebhookConfiguration',
    ['admissionregistration.k8s.io/v1beta1', { webhooks: [webhook] }],
    [
      'admissionregistration.k8s.io/v1',
      {
        webhooks: [
          {
            failurePolicy: 'Ignore',
            matchPolicy: 'Exact',
            timeoutSeconds: 30,
            admissionReviewVersions: ['v1beta1'],
            ...webhook,
          },
        ],
      },
    ],
  ),
  row(
    'MutatingWebhookConfiguration: what is said stays',
    'MutatingWebhookConfiguration',
    [
      'admissionregistration.k8s.io/v1beta1',
      {
        webhooks: [
          {
            ...webhook,
            sideEffects: 'NoneOnDryRun',
            failurePolicy: 'Fail',
            matchPolicy: 'Equivalent',
            timeoutSeconds: 5,
            admissionReviewVersions: ['v1', 'v1beta1'],
          },
        ],
      },
    ],
    [
      'admissionregistration.k8s.io/v1',
      {
        webhooks: [
          {
            ...webhook,
            sideEffects: 'NoneOnDryRun',
            failurePolicy: 'Fail',
            matchPolicy: 'Equivalent',
            timeoutSeconds: 5,
            admissionReviewVersions: ['v1', 'v1beta1'],
          },
        ],
      },
    ],
  ),
  row(
    'RoleBinding v1beta1',
    'RoleBinding',
    [
      'rbac.authorization.k8s.io/v1beta1',
      {
        subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: 'n' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      },
    ],
    [
      'rbac.authorization.k8s.io/v1',
      {
        subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: 'n' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      },
    ],
  ),
  row(
    'ClusterRoleBinding v1alpha1: subjects by group, not by version; everybody has a name',
    'ClusterRoleBinding',
    [
      'rbac.authorization.k8s.io/v1alpha1',
      {
        subjects: [
          { kind: 'ServiceAccount', apiVersion: 'v1', name: 'a', namespace: 'n' },
          { kind: 'User', apiVersion: 'rbac.authorization.k8s.io/v1alpha1', name: '*' },
          { kind: 'Group', name: 'g' },
        ],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      },
    ],
    [
      'rbac.authorization.k8s.io/v1',
      {
        subjects: [
          { kind: 'ServiceAccount', apiGroup: '', name: 'a', namespace: 'n' },
          { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:authenticated' },
          { kind: 'Group', name: 'g' },
        ],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      },
    ],
  ),
  row(
    'CertificateSigningRequest with what is asked for',
    'CertificateSigningRequest',
    [
      'certificates.k8s.io/v1beta1',
      { spec: { request, signerName: 'a.example/b', usages: ['client auth'] } },
    ],
    ['certificates.k8s.io/v1', { spec: { request, signerName: 'a.example/b', usages: ['client auth'] } }],
  ),
];

const OTHERS: readonly MovedRow[] = [
  row(
    'EndpointSlice: node and zone have fields',
    'EndpointSlice',
    [
      'discovery.k8s.io/v1beta1',
      {
        addressType: 'IPv4',
        ports: [],
        endpoints: [
          {
            addresses: ['10.0.0.1'],
            topology: { 'kubernetes.io/hostname': 'n', 'topology.kubernetes.io/zone': 'z', other: 'o' },
          },
          { addresses: ['10.0.0.2'], nodeName: 'm' },
        ],
      },
    ],
    [
      'discovery.k8s.io/v1',
      {
        addressType: 'IPv4',
        ports: [],
        endpoints: [
          { addresses: ['10.0.0.1'], nodeName: 'n', zone: 'z' },
          { addresses: ['10.0.0.2'], nodeName: 'm' },
        ],
      },
    ],
  ),
  row(
    'PriorityLevelConfiguration: shares have another name',
    'PriorityLevelConfiguration',
    [
      'flowcontrol.apiserver.k8s.io/v1beta1',
      {
        spec: {
          type: 'Limited',
          limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } },
        },
      },
    ],
    [
      'flowcontrol.apiserver.k8s.io/v1',
      {
        spec: {
          type: 'Limited',
          limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' } },
        },
      },
    ],
  ),
  row(
    'APIService',
    'APIService',
    [
      'apiregistration.k8s.io/v1beta1',
      {
        metadata: { name: 'v1.a.example' },
        spec: { group: 'a.example', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
      },
    ],
    [
      'apiregistration.k8s.io/v1',
      {
        metadata: { name: 'v1.a.example' },
        spec: { group: 'a.example', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
      },
    ],
  ),
  row(
    'Lease',
    'Lease',
    ['coordination.k8s.io/v1beta1', { spec: {} }],
    ['coordination.k8s.io/v1', { spec: {} }],
  ),
  row(
    'CSIDriver',
    'CSIDriver',
    ['storage.k8s.io/v1beta1', { spec: {} }],
    ['storage.k8s.io/v1', { spec: {} }],
  ),
  row(
    'RuntimeClass',
    'RuntimeClass',
    ['node.k8s.io/v1beta1', { handler: 'h' }],
    ['node.k8s.io/v1', { handler: 'h' }],
  ),
  row(
    'RuntimeClass v1alpha1: without a spec',
    'RuntimeClass',
    ['node.k8s.io/v1alpha1', { spec: { runtimeHandler: 'h' } }],
    ['node.k8s.io/v1', { handler: 'h' }],
  ),
  row(
    'PriorityClass',
    'PriorityClass',
    ['scheduling.k8s.io/v1beta1', { value: 1 }],
    ['scheduling.k8s.io/v1', { value: 1 }],
  ),
];

/** Everything that changes its shape on the way, and one of each that does not. */
export const MOVED: readonly MovedRow[] = [...INGRESSES, ...WORKLOADS, ...AUTOSCALERS, ...POLICY, ...OTHERS];
