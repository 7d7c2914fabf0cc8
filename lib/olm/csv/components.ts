/** The Deployments a CSV asks for, against those that are there. */
import type { KubeObject } from '../../k8s/object.ts';
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
  /** Deployments of this CSV that it does not list any more. */
  stale: KubeObject[];
}

/**
 * Holds the Deployments that are there against those wanted: by name, owner and hash of the spec, then by health (OLM 68).
 */
export function checkComponents(facts: CsvFacts): ComponentsVerdict {
  const wanted = wantedDeployments(facts);
  const names = new Set(wanted.map((deployment) => deployment.metadata.name));
  const missing = wanted.filter((deployment) => !isInPlace(facts, deployment));
  const stale = [...facts.deployments.values()].filter(
    (deployment) => !names.has(deployment.metadata.name) && isOwner(facts, deployment),
  );
  const unhealthy = wanted.flatMap(
    (deployment) => unhealthyState(facts, deployment.metadata.name ?? '') ?? [],
  );
  const why = unhealthy[0]?.why ?? '';
  const expired = unhealthy.find((state) => state.expired !== undefined)?.expired;
  return { healthy: why === '' && missing.length === 0, why, expired, missing, stale };
}

function unhealthyState(
  facts: CsvFacts,
  name: string,
): { why: string; expired: string | undefined } | undefined {
  const existing = facts.deployments.get(name);
  const health = existing === undefined ? undefined : deploymentHealth(existing);
  if (health?.kind === 'healthy') return undefined;
  const why = `waiting for deployment ${name} to become ready: ${health?.why ?? 'deployment does not exist'}`;
  const expired =
    health?.kind === 'expired' ? `deployment ${name} not ready before timeout: ${health.why}` : undefined;
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
    const existing = facts.deployments.get(wanted.metadata.name ?? '');
    const isCandidate =
      existing !== undefined &&
      existing.metadata.deletionTimestamp === undefined &&
      isOwner(facts, existing) &&
      hashOf(existing) !== hashOf(wanted);
    return isCandidate ? [[wanted, existing]] : [];
  });
}

const hashOf = ({ metadata }: KubeObject): string | undefined => metadata.labels?.[DEPLOYMENT_HASH_LABEL];

function isInPlace(facts: CsvFacts, wanted: KubeObject): boolean {
  const existing = facts.deployments.get(wanted.metadata.name ?? '');
  if (existing === undefined || existing.metadata.deletionTimestamp !== undefined) return false;
  const isSame =
    hashOf(existing) === hashOf(wanted) || facts.unchanged?.has(wanted.metadata.name ?? '') === true;
  return isSame && isOwner(facts, existing);
}

function isOwner(facts: CsvFacts, deployment: KubeObject): boolean {
  return deployment.metadata.ownerReferences?.some((owner) => owner.uid === facts.csv.metadata.uid) ?? false;
}
