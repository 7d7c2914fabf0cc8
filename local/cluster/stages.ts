/**
 * What KWOK plays for nodes and pods: the part of kubelets. Ours instead of kwokctl's, whose choice is made for nodes with
 * Leases (a heartbeat every ten minutes, against a grace of 200 s without them) and whose pods, once a node was lost,
 * stay unready for ever. Format: KWOK's `Stage` (`kwok.x-k8s.io/v1alpha1`), status templates in Go's text/template.
 */
import { createHash } from 'node:crypto';
import { parseAllDocuments } from 'yaml';

/** How nodes tell that they live, and who decides that they do not; all in milliseconds. */
export interface NodePace {
  /** After this much silence the kube-controller-manager takes a node for lost. */
  readonly graceMs: number;
  /** How often it looks. */
  readonly periodMs: number;
  /** KWOK picks a moment between the two for each heartbeat of each node. */
  readonly heartbeatMs: readonly [number, number];
}

/**
 * The grace outlives a machine that is busy for minutes and holds many heartbeats; the period is short, so that a node
 * which comes back is noticed soon.
 */
export const USUAL_PACE: NodePace = { graceMs: 200_000, periodMs: 5_000, heartbeatMs: [20_000, 25_000] };

/**
 * As long as the kube-controller-manager has not looked at a node again it takes readiness from its pods at once: two of
 * its periods pass before they get it back, or the two would write against each other.
 */
function recoveryMs({ periodMs }: NodePace): number {
  return 2 * periodMs;
}

export interface Stage {
  readonly apiVersion: 'kwok.x-k8s.io/v1alpha1';
  readonly kind: 'Stage';
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

/**
 * Why a container waits, of pods that are left as they are, because the runner says so of them: its process ends again and
 * again, its program is being built, or cannot be and is tried again. They are a kubelet's own words.
 */
export const HELD = {
  backOff: 'CrashLoopBackOff',
  building: 'ContainerCreating',
  failed: 'ImagePullBackOff',
} as const;

const READY = '.status.conditions.[] | select( .type == "Ready" ) | .status';

/** A field of the object by KWOK's jq, and what it has to be. */
function where(key: string, operator: 'In' | 'NotIn', ...values: readonly string[]): object {
  return { key, operator, values };
}

const alive = { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' };

function stage(name: string, kind: 'Node' | 'Pod', spec: Record<string, unknown>): Stage {
  const resourceRef = { apiGroup: 'v1', kind };
  return {
    apiVersion: 'kwok.x-k8s.io/v1alpha1',
    kind: 'Stage',
    metadata: { name },
    spec: { resourceRef, ...spec },
  };
}

/** Conditions merge by their type, so what a template does not name stays as it is. */
const NODE_READY = `
{{ $now := Now }}
conditions:
{{ range NodeConditions }}
- type: {{ .type | Quote }}
  status: {{ .status | Quote }}
  reason: {{ .reason | Quote }}
  message: {{ .message | Quote }}
  lastHeartbeatTime: {{ $now | Quote }}
  lastTransitionTime: {{ $now | Quote }}
{{ end }}
{{ if not .status.addresses }}
addresses:
- { type: InternalIP, address: {{ NodeIP | Quote }} }
- { type: Hostname, address: {{ NodeName | Quote }} }
{{ end }}
{{ with NodePort }}
daemonEndpoints: { kubeletEndpoint: { Port: {{ . }} } }
{{ end }}
{{ if not .status.allocatable }}
allocatable: { cpu: 1k, memory: 1Ti, pods: 1M }
{{ end }}
{{ if not .status.capacity }}
capacity: { cpu: 1k, memory: 1Ti, pods: 1M }
{{ end }}
{{ $kwok := printf "kwok-%s" Version }}
{{ $is := or .status.nodeInfo dict }}
nodeInfo:
  architecture: {{ or $is.architecture "amd64" | Quote }}
  operatingSystem: {{ or $is.operatingSystem "linux" | Quote }}
  bootID: {{ or $is.bootID "" | Quote }}
  machineID: {{ or $is.machineID "" | Quote }}
  systemUUID: {{ or $is.systemUUID "" | Quote }}
  osImage: {{ or $is.osImage "" | Quote }}
  containerRuntimeVersion: {{ or $is.containerRuntimeVersion $kwok | Quote }}
  kernelVersion: {{ or $is.kernelVersion $kwok | Quote }}
  kubeProxyVersion: {{ or $is.kubeProxyVersion $kwok | Quote }}
  kubeletVersion: {{ or $is.kubeletVersion $kwok | Quote }}
phase: Running
`;

const NODE_HEARTBEAT = `
{{ $now := Now }}
conditions:
{{ range NodeConditions }}
- type: {{ .type | Quote }}
  status: {{ .status | Quote }}
  reason: {{ .reason | Quote }}
  message: {{ .message | Quote }}
  lastHeartbeatTime: {{ $now | Quote }}
{{ end }}
`;

const POD_RUNNING = `
{{ $now := Now }}
phase: Running
startTime: {{ $now | Quote }}
conditions:
- { type: Initialized, status: "True", lastTransitionTime: {{ $now | Quote }} }
- { type: Ready, status: "True", lastTransitionTime: {{ $now | Quote }} }
- { type: ContainersReady, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ range .spec.readinessGates }}
- { type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ $now | Quote }} }
{{ end }}
{{ if .spec.initContainers }}
initContainerStatuses:
{{ range .spec.initContainers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  ready: true
  restartCount: 0
  {{ if eq .restartPolicy "Always" }}
  started: true
  state: { running: { startedAt: {{ $now | Quote }} } }
  {{ else }}
  state:
    terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }} }
  {{ end }}
{{ end }}
{{ end }}
containerStatuses:
{{ range .spec.containers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  ready: true
  started: true
  restartCount: 0
  state: { running: { startedAt: {{ $now | Quote }} } }
{{ end }}
{{ with NodeIPsWith .spec.nodeName }}
hostIP: {{ index . 0 | Quote }}
hostIPs:
{{ range . }}
- ip: {{ . | Quote }}
{{ end }}
{{ end }}
{{ with PodIPsWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) }}
podIP: {{ index . 0 | Quote }}
podIPs:
{{ range . }}
- ip: {{ . | Quote }}
{{ end }}
{{ end }}
`;

const POD_READY_AGAIN = `
conditions:
- { type: Ready, status: "True", lastTransitionTime: {{ Now | Quote }} }
`;

/** What such a pod says already: nothing is written, and KWOK notes that its address is taken. */
const POD_KNOWN = `
phase: Running
`;

const POD_COMPLETED = `
{{ $now := Now }}
{{ $statuses := .status.containerStatuses }}
phase: Succeeded
containerStatuses:
{{ range $index, $container := .spec.containers }}
- name: {{ $container.name | Quote }}
  image: {{ $container.image | Quote }}
  ready: false
  started: false
  restartCount: 0
  state:
    terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }} }
{{ end }}
`;

const ofJob = where('.metadata.ownerReferences.[].kind', 'In', 'Job');
const ofNoJob = where('.metadata.ownerReferences.[].kind', 'NotIn', 'Job');
const running = where('.status.phase', 'In', 'Running');

/** All that happens to nodes and pods. Each matches until what it writes makes it match no longer. */
export function stagesAt(pace: NodePace): readonly Stage[] {
  const [atLeast, atMost] = pace.heartbeatMs;
  return [
    // Also a node that was lost: the status that the kube-controller-manager then writes is not True.
    stage('node-ready', 'Node', {
      selector: { matchExpressions: [where(READY, 'NotIn', 'True')] },
      next: { statusTemplate: NODE_READY },
    }),
    stage('node-heartbeat', 'Node', {
      selector: { matchExpressions: [where(READY, 'In', 'True')] },
      delay: {
        durationMilliseconds: atLeast,
        jitterDurationMilliseconds: atMost,
      },
      next: { statusTemplate: NODE_HEARTBEAT },
      immediateNextStage: true,
    }),
    stage('pod-running', 'Pod', {
      selector: {
        matchExpressions: [alive, where('.status.phase', 'In', 'Pending'), where(READY, 'NotIn', 'True')],
      },
      next: { statusTemplate: POD_RUNNING },
    }),
    stage('pod-ready-again', 'Pod', {
      selector: {
        matchExpressions: [
          alive,
          running,
          where(READY, 'NotIn', 'True'),
          // Its process crashes, or is not there yet: the runner says when it is well.
          where('.status.containerStatuses.[].state.waiting.reason', 'NotIn', ...Object.values(HELD)),
          ofNoJob,
        ],
      },
      delay: { durationMilliseconds: recoveryMs(pace) },
      next: { statusTemplate: POD_READY_AGAIN },
    }),
    // KWOK knows the addresses of pods that it plays a stage for, and gives those of others away after it was started anew.
    stage('pod-known', 'Pod', {
      selector: {
        matchExpressions: [alive, running, where(READY, 'In', 'True'), ofNoJob],
      },
      next: { statusTemplate: POD_KNOWN },
    }),
    stage('pod-completed', 'Pod', {
      selector: { matchExpressions: [alive, running, ofJob] },
      next: { statusTemplate: POD_COMPLETED },
    }),
    stage('pod-deleted', 'Pod', {
      selector: { matchExpressions: [{ key: '.metadata.deletionTimestamp', operator: 'Exists' }] },
      next: { delete: true },
    }),
  ];
}

const usual = stagesAt(USUAL_PACE);

/** Differs whenever the stages do: what a cluster was given, and what it should have. */
export const stagesDigest = createHash('sha256').update(JSON.stringify(usual)).digest('hex').slice(0, 16);

/** Stages as documents that can follow others in one YAML file. */
export function stageDocuments(stages: readonly Stage[]): string {
  return stages.map((one) => `---\n${JSON.stringify(one)}\n`).join('');
}

/** kwokctl's settings of a cluster, whose stages may be those of an older Capstan, with the usual ones instead. */
export function withStages(settings: string): string {
  const others = parseAllDocuments(settings)
    .filter((document) => document.get('kind') !== 'Stage')
    .map((document) =>
      String(document)
        .replace(/^---\n/, '')
        .trimEnd(),
    );
  return `${others.join('\n---\n')}\n${stageDocuments(usual)}`;
}
