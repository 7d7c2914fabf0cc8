/** The pods of a Logger: what one looks like, and whether one that is there still looks like that. Pure. */
import { createHash } from 'node:crypto';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { RUN_ANNOTATION } from '#lib/olm/api/labels.ts';
import { controlledBy, controllerOf } from '../kit/owned.ts';
import { majorOf } from '../kit/version.ts';
import { loggers } from './logger.ts';
import type { Logger, LoggerSpec } from './logger.ts';

/** Which Logger a pod belongs to, by uid, also when somebody took off its owner. */
export const UID_LABEL = 'example.com/logger-uid';

const FOLDER = '/var/log/logger';

/** What the operator knows besides the Logger. */
export interface Build {
  /** Of the operator; from 2 on lines have a prefix. */
  readonly version: string;
  /** That a logger runs. */
  readonly image: string;
}

// The number behind it, and names of pods are host names, which have 63 characters.
const LONGEST_NAME = 50;

/** `NAME-0`, `NAME-1` and so on: two that look after one Logger at the same time mean the same pods. */
export function podNameOf(logger: string, index: number): string {
  return `${baseOf(logger)}-${String(index)}`;
}

function baseOf(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - 9).replace(/[.-]+$/, '')}-${hash}`;
}

/** The pod of that number, as it is to be made. */
export function podFor({ metadata }: Logger, spec: LoggerSpec, index: number, build: Build): KubeObject {
  const { name, namespace, uid } = metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: podNameOf(name, index),
      namespace,
      labels: {
        'app.kubernetes.io/name': 'logger',
        'app.kubernetes.io/instance': baseOf(name),
        'app.kubernetes.io/managed-by': 'logger-operator',
        [UID_LABEL]: uid,
      },
      annotations: { [RUN_ANNOTATION]: 'logger' },
      ownerReferences: [controlledBy(loggers, { metadata })],
    },
    spec: podSpec(spec, build),
  };
}

/** It asks nothing of the cluster, so it has no token, and writes to nothing but a folder of its own. */
function podSpec({ name, timeInterval, prefix }: LoggerSpec, { version, image }: Build): object {
  const settings = {
    LOGGER_NAME: name,
    LOGGER_INTERVAL: String(timeInterval),
    LOGGER_FILE: `${FOLDER}/activity.log`,
    ...optional({ LOGGER_PREFIX: majorOf(version) < 2 ? undefined : prefix }),
  };
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 5,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'logger',
        image,
        env: Object.entries(settings).map(([variable, value]) => ({ name: variable, value })),
        resources: { requests: { cpu: '5m', memory: '48Mi' }, limits: { memory: '96Mi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [{ name: 'log', mountPath: FOLDER }],
      },
    ],
    volumes: [{ name: 'log', emptyDir: { sizeLimit: '4Mi' } }],
  };
}

/** Also a pod whose owner somebody took off, as long as nobody else controls it. */
export function belongsTo(pod: KubeObject, loggerUid: string): boolean {
  return (controllerOf(pod) ?? pod.metadata.labels?.[UID_LABEL]) === loggerUid;
}
