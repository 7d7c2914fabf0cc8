/** The Deployments a CSV asks for, against those that are there. */
import type { KubeObject } from '../../k8s/object.ts';
import { asFields } from './overrides.ts';
import { deploymentHealth, wantedDeployments } from './deployment.ts';
import type { CsvFacts } from './facts.ts';
import { DEPLOYMENT_HASH_LABEL } from '../api/labels.ts';

/** Whether the operator's Deployments run, and which ones are to be applied or deleted. */
export interface ComponentsVerdict {
  healthy: boolean;
  /** What is waited for, in upstream's words; empty when healthy. */
  why: string;
  /** Set when a Deployment gave up. */
  expired: string | undefined;
  /** Deployments that are absent, another CSV's, or made from another spec: to be applied. */
  missing: KubeObject[];
  /** What is another than it should be with one that is there, in upstream's words. */
  changed: string | undefined;
  /** Deployments of this CSV that it does not list any more. */
  stale: KubeObject[];
}

/**
 * Holds the Deployments that are there against those wanted: by name, owner, hash of the spec and annotations of the pods,
 * then by health (OLM 68).
 */
export function checkComponents(facts: CsvFacts): ComponentsVerdict {
  const wanted = wantedDeployments(facts);
  const names = new Set(wanted.map((deployment) => deployment.metadata.name));
  const drifts = wanted.map((deployment) => driftOf(facts, deployment));
  const missing = wanted.filter((_deployment, index) => drifts[index] !== undefined);
  const changed = drifts.find((drift): drift is string => drift !== undefined && drift !== 'absent');
  const stale = [...facts.deployments.values()].filter(
    (deployment) => !names.has(deployment.metadata.name) && isOwner(facts, deployment),
  );
  const unhealthy = wanted.flatMap((deployment) => unhealthyState(facts, deployment.metadata.name) ?? []);
  const why = unhealthy[0]?.why ?? '';
  const expired = unhealthy.find((state) => state.expired !== undefined)?.expired;
  return { healthy: why === '' && missing.length === 0, why, expired, missing, changed, stale };
}

function unhealthyState(
  facts: CsvFacts,
  name: string,
): { why: string; expired: string | undefined } | undefined {
  const existing = facts.deployments.get(name);
  if (existing === undefined || existing.metadata.deletionTimestamp !== undefined)
    return { why: `missing deployment with name=${name}`, expired: undefined };
  const health = deploymentHealth(existing);
  if (health.kind === 'healthy') return undefined;
  const why = `waiting for deployment ${name} to become ready: ${health.why}`;
  const expired =
    health.kind === 'expired' ? `deployment ${name} not ready before timeout: ${health.why}` : undefined;
  return { why, expired };
}

/**
 * Each Deployment that is there and the CSV's own, but was made from another spec by its hash, after what is wanted: whether
 * that is another spec only the API server can tell, which fills in what a spec leaves out.
 */
export function foreignDeployments(facts: CsvFacts): [wanted: KubeObject, existing: KubeObject][] {
  const { deletionTimestamp } = facts.csv.metadata;
  if (deletionTimestamp !== undefined) return [];
  return wantedDeployments(facts).flatMap((wanted): [KubeObject, KubeObject][] => {
    const existing = facts.deployments.get(wanted.metadata.name);
    const isCandidate =
      existing !== undefined &&
      existing.metadata.deletionTimestamp === undefined &&
      isOwner(facts, existing) &&
      hashOf(existing) !== hashOf(wanted);
    return isCandidate ? [[wanted, existing]] : [];
  });
}

const hashOf = ({ metadata }: KubeObject): string | undefined => metadata.labels?.[DEPLOYMENT_HASH_LABEL];

/** Undefined when it is in place; else what is another, or `absent`. */
function driftOf(facts: CsvFacts, wanted: KubeObject): string | undefined {
  const { name } = wanted.metadata;
  const existing = facts.deployments.get(name);
  if (existing === undefined || existing.metadata.deletionTimestamp !== undefined) return 'absent';
  if (facts.unchanged?.has(name) === true) return undefined;
  const [hash, wantedHash = ''] = [hashOf(existing), hashOf(wanted)];
  if (hash === undefined) return `deployment ${name} doesn't have a spec hash, update it`;
  if (hash !== wantedHash) return `deployment changed old hash=${hash}, new hash=${wantedHash}`;
  if (!isOwner(facts, existing)) return `deployment ${name} belongs to another ClusterServiceVersion`;
  return annotationDrift(podAnnotationsOf(existing), podAnnotationsOf(wanted) ?? {});
}

function podAnnotationsOf({ spec }: KubeObject): Record<string, unknown> | undefined {
  const { annotations } = asFields(asFields(asFields(spec)['template'])['metadata']);
  return annotations === undefined ? undefined : asFields(annotations);
}

/** By them pods learn what to watch; others may have put more there. */
function annotationDrift(
  found: Record<string, unknown> | undefined,
  wanted: Record<string, unknown>,
): string | undefined {
  const entries = Object.entries(wanted);
  if (entries.length === 0) return undefined;
  if (found === undefined) return 'no annotations found on deployment';
  const [key, value] = entries.find(([name, text]) => found[name] !== text) ?? [];
  if (key === undefined) return undefined;
  if (!Object.hasOwn(found, key)) return `annotations on deployment does not contain expected key: ${key}`;
  return `unexpected annotation on deployment. Expected ${key}:${String(value)}, found ${key}:${String(found[key])}`;
}

function isOwner(facts: CsvFacts, deployment: KubeObject): boolean {
  return deployment.metadata.ownerReferences?.some((owner) => owner.uid === facts.csv.metadata.uid) ?? false;
}
