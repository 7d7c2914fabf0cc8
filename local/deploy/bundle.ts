/**
 * Capstan as a bundle of OLM's format: the console, for a cluster where OLM or a Capstan controller installs it. Made from what
 * the chart gives, so that the two cannot differ. Pure.
 */
import { stringify } from 'yaml';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';

const Container = z.looseObject({
  args: z.array(z.string()),
  env: z.array(z.unknown()),
  volumeMounts: z.array(z.looseObject({ name: z.string() })),
});
const PodSpec = z.looseObject({
  containers: z.tuple([Container]),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const Deployment = z.object({
  spec: z.looseObject({ template: z.looseObject({ spec: PodSpec }) }),
});

/** Keys of sessions: nobody makes that Secret there. The one process draws its own, and sessions end with it. */
const SESSION = 'session';

/** Where a controller is that was installed by deploy/install.yaml; its Secret is there only in the same namespace. */
const CATALOG = 'http://capstan-controller.capstan-system.svc:9010';
const CATALOG_SECRET = {
  name: 'CAPSTAN_CATALOG_SECRET',
  valueFrom: { secretKeyRef: { name: 'capstan-catalog', key: 'secret', optional: true } },
};

/**
 * Texts by their path below the bundle's folder.
 * @param objects of the chart, with the values of `deploy/golden/bundle.values.yaml`
 * @param version of the bundle
 */
export function bundleFiles(objects: readonly KubeObject[], version: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const object of objects) {
    if (object.kind === 'Deployment' || object.kind === 'Secret') continue;
    const { namespace: _namespace, ...metadata } = object.metadata;
    files.set(`manifests/${fileOf(object)}`, stringify({ ...object, metadata }));
  }
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  files.set('manifests/capstan.clusterserviceversion.yaml', stringify(csv(deployments, version)));
  files.set('metadata/annotations.yaml', stringify({ annotations: ANNOTATIONS }));
  return files;
}

function fileOf({ kind, metadata }: KubeObject): string {
  return `${metadata.name}.${kind.toLowerCase()}.yaml`;
}

const PREFIX = 'operators.operatorframework.io.bundle';
const ANNOTATIONS = {
  [`${PREFIX}.mediatype.v1`]: 'registry+v1',
  [`${PREFIX}.manifests.v1`]: 'manifests/',
  [`${PREFIX}.metadata.v1`]: 'metadata/',
  [`${PREFIX}.package.v1`]: 'capstan',
  [`${PREFIX}.channels.v1`]: 'stable',
  [`${PREFIX}.channel.default.v1`]: 'stable',
};

function csv(deployments: readonly KubeObject[], version: string): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name: `capstan.v${version}`,
      namespace: 'placeholder',
      annotations: {
        capabilities: 'Basic Install',
        categories: 'Developer Tools',
        description:
          'The operator console for any Kubernetes cluster: catalog, install, instances, upgrades, removal.',
      },
    },
    spec: {
      displayName: 'Capstan',
      version,
      minKubeVersion: '1.33.0',
      maturity: 'beta',
      provider: { name: 'Capstan' },
      keywords: ['console', 'operators', 'catalog', 'olm'],
      description: DESCRIPTION,
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({
        type,
        supported: true,
      })),
      // No permissions: the console has none.
      install: {
        strategy: 'deployment',
        spec: {
          deployments: deployments.map((object) => ({ name: object.metadata.name, spec: specOf(object) })),
        },
      },
    },
  };
}

function specOf(object: KubeObject): object {
  const { spec } = Deployment.parse(object);
  const pod = spec.template.spec;
  const [container] = pod.containers;
  const args = container.args.filter((text) => !text.startsWith('--session-keys='));
  const other = <T extends { name: string }>(list: readonly T[]): T[] =>
    list.filter(({ name }) => name !== SESSION);
  return {
    ...spec,
    template: {
      ...spec.template,
      spec: {
        ...pod,
        containers: [
          {
            ...container,
            args: [
              ...args.filter((text) => !text.startsWith('--controller-namespace=')),
              ...['--controller-namespace=capstan-system', `--catalog-service=${CATALOG}`],
            ],
            env: [...container.env, CATALOG_SECRET],
            volumeMounts: other(container.volumeMounts),
          },
        ],
        volumes: other(pod.volumes),
      },
    },
  };
}

const DESCRIPTION = `Find an operator in a catalog, install it, watch it come up, create what it offers through a form, upgrade it, remove it.

The console has no rights of its own: whoever opens it signs in with a token and may do what its account may do.

\`\`\`sh
kubectl port-forward svc/capstan 9000
\`\`\`

Then open http://localhost:9000. \`kubectl create token ACCOUNT\` makes a token.
`;
