/** Why an operator does not run: codes, each with what helps; and both as English sentences for a terminal. */

/** What helps, and the sentence for it. */
const FIXES = {
  addCatalog: 'Create the CatalogSource, or name another in the Subscription.',
  addGroup: 'Create one OperatorGroup in the namespace.',
  allowPod: 'Change the rule of the namespace that forbids such pods, or the pod template.',
  approve: 'Approve the InstallPlan.',
  changeImage: 'Correct the name of the image, or push it to the registry.',
  changeQuota: 'Raise the quota of the namespace, or free what uses it.',
  changeRequest: 'Change what the Subscription asks for: channel, version or dependency.',
  createApi: 'Install what provides the missing API.',
  createConfigMap: 'Create the ConfigMap with the keys that the pod names.',
  createPriorityClass: 'Create the PriorityClass, or take it out of the pod template.',
  createRuntimeClass: 'Create the RuntimeClass, or take it out of the pod template.',
  createSecret: 'Create the Secret with the keys that the pod names.',
  createServiceAccount: 'Create the ServiceAccount.',
  createSubject: 'Check the name and the namespace.',
  fitGroup: 'Change the target namespaces of the OperatorGroup to what the operator supports.',
  fitNode: 'Add a node that fits, or change the rules of the pod: taints, selectors, affinity.',
  fixRegistry: 'Check that nodes can reach the registry: its name, its certificate, the network.',
  fixVolume: 'Check the volume, its claim and its storage class.',
  giveRights: 'Grant the missing rights to the account that is named.',
  installController: 'Check that the controller that installs operators is running.',
  lookAtLogs: 'Read the log of the last run of the container.',
  moreCapacity: 'Add nodes, or lower what the pod requests.',
  moreMemory: 'Raise the memory limit of the container, in the config of the Subscription.',
  oneGroup: 'Remove all OperatorGroups of the namespace but one.',
  oneProvider: 'Uninstall one of the operators that provide the same API.',
  pullSecret: 'Give the ServiceAccount a pull secret that the registry accepts.',
  readCatalog: 'Correct the CatalogSource, or the registry behind it.',
  repairApiService: 'Repair the Service behind the APIService, or remove the APIService.',
  repairNode: 'Repair or remove the node.',
  repairNetwork: 'Check the network plugin of the node.',
  repairWebhook: 'Repair the webhook, or remove its configuration if its owner is gone.',
  resume: 'Resume the rollout of the Deployment.',
  retry: 'Correct what is refused, then remove the failed object so that it is made anew.',
  scaleUp: 'Scale the Deployment up.',
  upgradeCluster: 'Choose a version of the operator that supports this cluster.',
  wait: 'Wait, and ask again.',
} as const;

/** What helps against a reason. */
export type WhyFix = keyof typeof FIXES;

/** What the console can do about it by a click. */
export type WhyAction = 'approvePlan' | 'createOperatorGroup' | 'editSubscription' | 'readLogs';

/** Of each reason: what it says, what helps, and what can be done by a click. */
const REASONS = {
  apiMissing: ['The API server does not serve this kind.', 'createApi'],
  apiServiceDown: ['The APIService is not available.', 'repairApiService'],
  approvalNeeded: ['The InstallPlan waits for approval.', 'approve', 'approvePlan'],
  bundleUnpackFailed: ['The bundle could not be unpacked.', 'readCatalog'],
  catalogMissing: ['The CatalogSource does not exist.', 'addCatalog', 'editSubscription'],
  catalogUnhealthy: ['The content of the catalog could not be read.', 'readCatalog'],
  componentsRefused: ['The API server refused what the operator consists of.', 'retry'],
  configMapMissing: ['The pod needs a ConfigMap, or a key of it, that does not exist.', 'createConfigMap'],
  configWrong: ['The container cannot be configured.', 'allowPod'],
  crashed: ['The container ends again and again.', 'lookAtLogs', 'readLogs'],
  crdMissing: ['A definition that the operator requires is missing.', 'createApi'],
  csvFailed: ['The installation failed.', 'retry'],
  csvMissing: ['The ClusterServiceVersion does not exist.', 'createSubject'],
  deploymentMissing: ['The Deployment does not exist.', 'installController'],
  evicted: ['The pod was evicted from its node.', 'moreCapacity'],
  groupMissing: ['The namespace has no OperatorGroup.', 'addGroup', 'createOperatorGroup'],
  groupUnsupported: ['The operator does not support the namespaces of the OperatorGroup.', 'fitGroup'],
  groupsMany: ['The namespace has more than one OperatorGroup.', 'oneGroup'],
  imageDenied: ['The registry denies access to the image.', 'pullSecret'],
  imageMissing: ['The registry does not have the image.', 'changeImage'],
  imageNameInvalid: ['The name of the image is invalid.', 'changeImage'],
  imagePlatform: ['The image is not built for the platform of the node.', 'changeImage'],
  imagePullFailed: ['The image cannot be pulled.', 'fixRegistry'],
  kubeVersion: ['The operator needs a newer Kubernetes.', 'upgradeCluster'],
  limitRange: ['The LimitRange of the namespace does not allow such a pod.', 'allowPod'],
  livenessFailing: ['The container is restarted because its liveness probe fails.', 'lookAtLogs', 'readLogs'],
  namespaceTerminating: ['The namespace is being deleted.', 'wait'],
  networkFailed: ['The pod gets no network.', 'repairNetwork'],
  noProgress: ['The rollout made no progress in time.', 'retry'],
  nodeLost: ['The node of the pod does not respond.', 'repairNode'],
  notLookedAt: ['No controller has looked at this yet.', 'installController'],
  notUpgradeable: ['The operator says that it must not be upgraded now.', 'wait'],
  objectInvalid: ['The API server rejects the object as invalid.', 'retry'],
  outOfMemory: [
    'The container was killed because it used more memory than its limit.',
    'moreMemory',
    'editSubscription',
  ],
  ownerConflict: ['Another operator provides the same API.', 'oneProvider'],
  paused: ['The rollout of the Deployment is paused.', 'resume'],
  planFailed: ['The InstallPlan failed.', 'retry'],
  planMissing: ['The InstallPlan of the Subscription does not exist.', 'retry'],
  podSecurity: ['The Pod Security level of the namespace forbids such pods.', 'allowPod'],
  policyDenied: ['An admission policy denies the request.', 'allowPod'],
  priorityClassMissing: ['The PriorityClass does not exist.', 'createPriorityClass'],
  programMissing: ['The program of the container cannot be started.', 'changeImage'],
  quotaExceeded: ['The quota of the namespace is used up.', 'changeQuota'],
  quotaNeedsValues: ['The quota asks for requests or limits that the pod does not name.', 'allowPod'],
  readinessFailing: ['The container runs, but its readiness probe fails.', 'lookAtLogs', 'readLogs'],
  readinessGate: ['A readiness gate of the pod is not open.', 'wait'],
  refused: ['The API server refuses to create the pods.', 'retry'],
  registryCertificate: ['The certificate of the registry is not trusted.', 'fixRegistry'],
  registryLimited: ['The registry limits how often it is asked.', 'pullSecret'],
  registryUnreachable: ['The registry does not respond.', 'fixRegistry'],
  registryUnresolved: ['The host name of the registry does not resolve.', 'fixRegistry'],
  requirementMissing: ['A requirement of the operator is not met.', 'createApi'],
  rightsMissing: ['Rights are missing.', 'giveRights'],
  runtimeClassMissing: ['The RuntimeClass does not exist.', 'createRuntimeClass'],
  scaledToZero: ['The Deployment is scaled to zero.', 'scaleUp'],
  schedulingGated: ['A scheduling gate holds the pod back.', 'wait'],
  secretMissing: ['The pod needs a Secret, or a key of it, that does not exist.', 'createSecret'],
  securityContext: ['No security context constraint allows such a pod.', 'allowPod'],
  serviceAccountMissing: ['The ServiceAccount does not exist.', 'createServiceAccount'],
  starting: ['It is still at work.', 'wait'],
  startupFailing: ['The container is restarted because its startup probe fails.', 'lookAtLogs', 'readLogs'],
  strategyInvalid: ['The bundle has an invalid install strategy or webhook.', 'changeRequest'],
  subscriptionMissing: ['The Subscription does not exist.', 'createSubject'],
  unresolvable: ['No set of versions satisfies what is asked for.', 'changeRequest', 'editSubscription'],
  unschedulable: ['No node takes the pod.', 'fitNode'],
  unschedulableAffinity: ['No node fits the affinity or the node selector of the pod.', 'fitNode'],
  unschedulableCapacity: ['No node has enough room for what the pod requests.', 'moreCapacity'],
  unschedulableTaint: ['All nodes have taints that the pod does not tolerate.', 'fitNode'],
  unschedulableVolume: ['A volume of the pod cannot be bound.', 'fixVolume'],
  volumeFailed: ['A volume of the pod cannot be mounted.', 'fixVolume'],
  webhookDenied: ['An admission webhook denies the request.', 'allowPod'],
  webhookSilent: ['An admission webhook does not respond.', 'repairWebhook'],
} as const satisfies Record<string, readonly [string, WhyFix, WhyAction?]>;

/** Why a link is broken. */
export type WhyReason = keyof typeof REASONS;

/** What helps against it, and what can be done by a click. */
export function remedyOf(reason: WhyReason): { fix: WhyFix; action?: WhyAction } {
  const row: readonly [string, WhyFix, WhyAction?] = REASONS[reason];
  return row[2] === undefined ? { fix: row[1] } : { fix: row[1], action: row[2] };
}

/** In English, for a terminal. */
export function reasonSentence(reason: WhyReason): string {
  return REASONS[reason][0];
}

/** In English, for a terminal. */
export function fixSentence(fix: WhyFix): string {
  return FIXES[fix];
}
