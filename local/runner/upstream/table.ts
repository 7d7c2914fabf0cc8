/**
 * Operators of others that the process runner may build and run: this table, and nothing a cluster says. Each row is one
 * version of one Go module, with the sum of its sources; the images are those that its bundles name.
 */
import type { UpstreamModule } from '../runnable.ts';

/** As metav1 names; a list of them, or a pattern of such names. */
const NAMES = /^[a-z0-9*?.,-]*$/;
const SWITCH = /^(?:|true|false)$/i;
const IMAGE = /^[A-Za-z0-9][A-Za-z0-9._/:@-]*$|^$/;

const ARGOCD = 'github.com/argoproj-labs/argocd-operator';
const ARGOCD_IMAGE = 'quay.io/argoprojlabs/argocd-operator';

const ARGOCD_VALUES: Readonly<Record<string, RegExp>> = {
  WATCH_NAMESPACE: NAMES,
  OPERATOR_CONDITION_NAME: NAMES,
  ENABLE_CONVERSION_WEBHOOK: SWITCH,
  MEMORY_OPTIMIZATION_ENABLED: SWITCH,
  ARGOCD_CLUSTER_CONFIG_NAMESPACES: NAMES,
  LOG_LEVEL: /^[A-Za-z]*$/,
  ARGOCD_IMAGE: IMAGE,
  ARGOCD_DEX_IMAGE: IMAGE,
  ARGOCD_REDIS_IMAGE: IMAGE,
};

const JAEGER_VALUES: Readonly<Record<string, RegExp>> = {
  WATCH_NAMESPACE: NAMES,
  POD_NAMESPACE: NAMES,
  OPERATOR_NAME: NAMES,
  OPERATOR_CONDITION_NAME: NAMES,
  'LOG-LEVEL': /^[A-Za-z]*$/,
  'KAFKA-PROVISIONING-MINIMAL': SWITCH,
};

function argocd(version: string, sum: string, digest: string): [string, UpstreamModule] {
  return [
    `argocd-operator ${version}`,
    {
      entry: 'argocd-operator',
      source: {
        ...{ module: ARGOCD, version: `v${version}`, sum, package: './cmd' },
        linked: { [`${ARGOCD}/version.Version`]: version },
        assets: { REDIS_CONFIG_PATH: 'build/redis' },
      },
      images: [`${ARGOCD_IMAGE}@sha256:${digest}`, `${ARGOCD_IMAGE}:v${version}`],
      command: '/manager',
      args: [/^--leader-elect(=true|=false)?$/],
      env: Object.keys(ARGOCD_VALUES),
      // Without the way to Services: it would pass the variables of that on to what it makes.
      values: ARGOCD_VALUES,
    },
  ];
}

const JAEGER = 'github.com/jaegertracing/jaeger-operator';

/** Its webhooks fill in and check each Jaeger, and put a sidecar into Deployments that ask for one. Source: the bundle in its module. */
const JAEGER_OPERATOR: [string, UpstreamModule] = [
  'jaeger-operator 1.65.0',
  {
    entry: 'jaeger-operator',
    source: {
      ...{ module: JAEGER, version: 'v1.65.0', package: '.' },
      sum: 'h1:y8rgdUAjmYZECLKZbhzzByZQz87ms/PHZqL/QY9ywIE=',
      linked: Object.fromEntries(
        ['version', 'defaultJaeger'].map((name) => [`${JAEGER}/pkg/version.${name}`, '1.65.0']),
      ),
    },
    images: ['quay.io/jaegertracing/jaeger-operator:1.65.0'],
    command: '/jaeger-operator',
    args: [/^start$/, /^--health-probe-bind-address=:\d{2,5}$/, /^--leader-elect(=true|=false)?$/],
    env: Object.keys(JAEGER_VALUES),
    values: JAEGER_VALUES,
  },
];

export const UPSTREAM: ReadonlyMap<string, UpstreamModule> = new Map([
  argocd(
    '0.17.0',
    'h1:hsCjIT8F6bZhrzq3hHNjQxv7fesTh5TAWMgBsPjHFYQ=',
    '6a4d487c6d38a6ca5b2d95bbba0886cafdc222d9f55729d618681d84162f5385',
  ),
  argocd(
    '0.18.0',
    'h1:ukU1K4DnyAyPbD9UHCZQRziTy/ZjazAJ5pzfcQrA4/o=',
    'a09814522a72864cc10ec1be2834db63593427a9ab4779d97687a73dd30272f4',
  ),
  JAEGER_OPERATOR,
]);
