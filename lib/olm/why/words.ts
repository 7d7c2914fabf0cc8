/**
 * What messages of the cluster mean. API server, scheduler and kubelet say most of it in prose alone; the phrases are those
 * of their sources. The first that fits decides.
 */
import type { WhyReason } from './reasons.ts';

type Phrases = readonly (readonly [phrase: string, reason: WhyReason])[];

const REFUSALS: Phrases = [
  ['failed calling webhook', 'webhookSilent'],
  ['conversion webhook for', 'webhookSilent'],
  ['exceeded quota', 'quotaExceeded'],
  ['failed quota', 'quotaNeedsValues'],
  ['violates podsecurity', 'podSecurity'],
  ['no priorityclass', 'priorityClassMissing'],
  ['error looking up service account', 'serviceAccountMissing'],
  ['unable to validate against any security context constraint', 'securityContext'],
  ['runtimeclass', 'runtimeClassMissing'],
  ['validatingadmissionpolicy', 'policyDenied'],
  ['admission webhook', 'webhookDenied'],
  [' usage per ', 'limitRange'],
  ['limit to request ratio per', 'limitRange'],
  ['being terminated', 'namespaceTerminating'],
  ['no matches for kind', 'apiMissing'],
  ['could not find the requested resource', 'apiMissing'],
  ['" cannot ', 'rightsMissing'],
  ['attempting to grant rbac permissions not currently held', 'rightsMissing'],
  ['is invalid', 'objectInvalid'],
];

const UNSCHEDULABLE: Phrases = [
  ['persistentvolumeclaim', 'unschedulableVolume'],
  ['volume node affinity conflict', 'unschedulableVolume'],
  ['insufficient ', 'unschedulableCapacity'],
  ['too many pods', 'unschedulableCapacity'],
  ['affinity', 'unschedulableAffinity'],
  ['topology spread', 'unschedulableAffinity'],
  ['untolerated taint', 'unschedulableTaint'],
];

const PULLS: Phrases = [
  ['toomanyrequests', 'registryLimited'],
  ['x509', 'registryCertificate'],
  ['no such host', 'registryUnresolved'],
  ['no match for platform', 'imagePlatform'],
  ['unauthorized', 'imageDenied'],
  ['denied', 'imageDenied'],
  ['forbidden', 'imageDenied'],
  ['not found', 'imageMissing'],
  ['manifest unknown', 'imageMissing'],
  ['timeout', 'registryUnreachable'],
  ['refused', 'registryUnreachable'],
];

const NEEDS: Phrases = [
  ['secret "', 'secretMissing'],
  ['configmap "', 'configMapMissing'],
  ['in secret ', 'secretMissing'],
  ['in configmap ', 'configMapMissing'],
  ['secret key', 'secretMissing'],
  ['config key', 'configMapMissing'],
];

/** Those of Go's `net`, `crypto/tls` and `crypto/x509`, as the API server passes them on. */
const WEBHOOKS: Phrases = [
  ['certificate has expired', 'webhookCertificateEnded'],
  ['x509', 'webhookUntrusted'],
  ['unable to load root certificates', 'webhookUntrusted'],
];

function meaning(phrases: Phrases, message: string, otherwise: WhyReason): WhyReason {
  const text = message.toLowerCase();
  return phrases.find(([phrase]) => text.includes(phrase))?.[1] ?? otherwise;
}

/** Of a request that the API server refused. */
export function refusedBecause(message: string, otherwise: WhyReason): WhyReason {
  return meaning(REFUSALS, message, otherwise);
}

/** Of a pod that no node takes: the scheduler names the rule that each node broke. */
export function schedulingReason(message: string): WhyReason {
  return meaning(UNSCHEDULABLE, message, 'unschedulable');
}

/** Of an image, by the registry's answer. */
export function pullReason(message: string): WhyReason {
  return meaning(PULLS, message, 'imagePullFailed');
}

/** Of a webhook that could be reached, or of which nothing else is known. */
export function webhookReason(message: string): WhyReason {
  return meaning(WEBHOOKS, message, 'webhookSilent');
}

/** Of what a container or a volume is made of and is not there. */
export function needReason(message: string, otherwise: WhyReason): WhyReason {
  const text = message.toLowerCase();
  const missing =
    text.includes('not found') || text.includes("couldn't find key") || text.includes('non-existent');
  return missing ? meaning(NEEDS, message, otherwise) : otherwise;
}
