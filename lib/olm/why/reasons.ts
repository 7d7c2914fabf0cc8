/** Why an operator or an instance does not run: codes, each with what helps. The words are those of `why.json` in `messages`. */

/** Of each reason: what helps, and what can be done by a click. */
const REMEDIES = {
  apiMissing: ['createApi'],
  apiServiceDown: ['repairApiService'],
  approvalNeeded: ['approval', 'approvePlan'],
  bundleUnpackFailed: ['readCatalog'],
  catalogMissing: ['addCatalog', 'editSubscription'],
  catalogUnhealthy: ['readCatalog'],
  claimUnbound: ['fixVolume'],
  componentsRefused: ['mend'],
  configMapMissing: ['createConfigMap'],
  configWrong: ['allowPod'],
  crashed: ['lookAtLogs', 'readLogs'],
  crdMissing: ['createApi'],
  csvFailed: ['mend'],
  csvMissing: ['createSubject'],
  deploymentMissing: ['installController'],
  evicted: ['moreCapacity'],
  finalizersHeld: ['checkOperator'],
  groupMissing: ['addGroup', 'createOperatorGroup'],
  groupUnsupported: ['fitGroup'],
  groupsMany: ['oneGroup'],
  imageDenied: ['pullSecret'],
  imageMissing: ['changeImage'],
  imageNameInvalid: ['changeImage'],
  imagePlatform: ['changeImage'],
  imagePullFailed: ['fixRegistry'],
  instanceFailing: ['changeInstance', 'editInstance'],
  instanceMissing: ['createSubject'],
  jobFailed: ['lookAtLogs'],
  kubeVersion: ['upgradeCluster'],
  limitRange: ['allowPod'],
  livenessFailing: ['lookAtLogs', 'readLogs'],
  namespaceTerminating: ['wait'],
  networkFailed: ['repairNetwork'],
  noProgress: ['mend'],
  nodeLost: ['repairNode'],
  notLookedAt: ['installController'],
  notReported: ['checkOperator'],
  notUpgradeable: ['wait'],
  objectInvalid: ['mend'],
  outOfMemory: ['moreMemory', 'editSubscription'],
  ownerConflict: ['oneProvider'],
  paused: ['resume'],
  planFailed: ['mend'],
  planMissing: ['mend'],
  podSecurity: ['allowPod'],
  policyDenied: ['allowPod'],
  priorityClassMissing: ['createPriorityClass'],
  programMissing: ['changeImage'],
  quotaExceeded: ['changeQuota'],
  quotaNeedsValues: ['allowPod'],
  readinessFailing: ['lookAtLogs', 'readLogs'],
  readinessGate: ['wait'],
  refused: ['mend'],
  registryCertificate: ['fixRegistry'],
  registryLimited: ['pullSecret'],
  registryUnreachable: ['fixRegistry'],
  registryUnresolved: ['fixRegistry'],
  requirementMissing: ['createApi'],
  rightsMissing: ['giveRights'],
  runtimeClassMissing: ['createRuntimeClass'],
  scaledToZero: ['scaleUp'],
  schedulingGated: ['wait'],
  secretMissing: ['createSecret'],
  securityContext: ['allowPod'],
  serviceAccountMissing: ['createServiceAccount'],
  starting: ['wait'],
  startupFailing: ['lookAtLogs', 'readLogs'],
  strategyInvalid: ['changeRequest'],
  subscriptionMissing: ['createSubject'],
  unresolvable: ['changeRequest', 'editSubscription'],
  unschedulable: ['fitNode'],
  unschedulableAffinity: ['fitNode'],
  unschedulableCapacity: ['moreCapacity'],
  unschedulableTaint: ['fitNode'],
  unschedulableVolume: ['fixVolume'],
  volumeFailed: ['fixVolume'],
  volumeLost: ['fixVolume'],
  webhookBlocksItself: ['letWebhookStart'],
  webhookCertificateEnded: ['renewCertificate'],
  webhookDenied: ['allowPod'],
  webhookOrphaned: ['removeWebhook'],
  webhookServiceMissing: ['repairWebhook'],
  webhookSilent: ['repairWebhook'],
  webhookUntrusted: ['trustCertificate'],
  webhookWithoutEndpoints: ['startWebhook'],
} as const satisfies Record<string, readonly [fix: string, action?: WhyAction]>;

/** Why a link is broken. */
export type WhyReason = keyof typeof REMEDIES;

/** What helps against a reason. */
export type WhyFix = (typeof REMEDIES)[WhyReason][0];

/** What the console can do about it by a click. */
export type WhyAction =
  'approvePlan' | 'createOperatorGroup' | 'editInstance' | 'editSubscription' | 'readLogs';

/** What helps against it, and what can be done by a click. */
export function remedyOf(reason: WhyReason): { fix: WhyFix; action?: WhyAction } {
  const row: readonly [WhyFix, WhyAction?] = REMEDIES[reason];
  return row[1] === undefined ? { fix: row[0] } : { fix: row[0], action: row[1] };
}
