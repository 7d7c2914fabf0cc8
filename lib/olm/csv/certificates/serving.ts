/**
 * Which Deployments of a CSV the API server calls, for webhooks or as API services, and by what names (OLM 70).
 * Source: OLM `pkg/controller/install/{certresources,apiservice,webhook}.go`.
 */
import { optional } from '../../../base/loose.ts';
import type { StrategyDeployment } from '../../api/types.ts';
import { isLeftOut } from '../../plan/left-out.ts';
import type { CsvFacts, DeploymentCertificate } from '../facts.ts';
import { installedWebhooks } from '../webhooks/definition.ts';

/** A port of the Service that stands before such a Deployment; `targetPort`: number or name at the pods. */
export interface ServingPort {
  name: string;
  port: number;
  targetPort: number | string;
}

/** A Deployment that needs a certificate. */
export interface ServingDeployment {
  deployment: StrategyDeployment;
  service: string;
  secret: string;
  /** What callers may call it, and its certificate is for. */
  hosts: readonly string[];
  ports: readonly ServingPort[];
}

/** The port that is meant where a CSV names none. */
export const HTTPS = 443;

/** Name of the Service before a Deployment. */
export function serviceName(deployment: string): string {
  return `${deployment.replaceAll('.', '-')}-service`;
}

/** A CSV, and what of it is not installed. */
export type ServingFacts = Pick<CsvFacts, 'csv' | 'leavesOut'>;

/** In the order of the strategy; what names a Deployment that the CSV does not have is none. */
export function servingDeployments(facts: ServingFacts): ServingDeployment[] {
  const { csv } = facts;
  const { namespace = '' } = csv.metadata;
  const ports = portsByDeployment(facts);
  return (csv.spec.install.spec?.deployments ?? []).flatMap((deployment): ServingDeployment[] => {
    const own = ports.get(deployment.name);
    if (own === undefined) return [];
    const service = serviceName(deployment.name);
    const host = `${service}.${namespace}`;
    return [
      {
        ...{ deployment, service, secret: `${service}-cert` },
        hosts: [host, `${host}.svc`, `${host}.svc.cluster.local`],
        ports: [...own.values()],
      },
    ];
  });
}

/** Those that serve, each with its certificate; none where nobody makes certificates. */
export function certified(
  facts: CsvFacts,
): { serving: ServingDeployment; has: DeploymentCertificate | undefined }[] {
  const { certificates } = facts;
  if (certificates === undefined) return [];
  return servingDeployments(facts).map((serving) => ({
    serving,
    has: certificates.get(serving.deployment.name),
  }));
}

function portsByDeployment({ csv, leavesOut }: ServingFacts): Map<string, Map<number, ServingPort>> {
  const all = new Map<string, Map<number, ServingPort>>();
  const add = (deployment: string, port: number, targetPort: number | string): void => {
    const known = all.get(deployment) ?? new Map<number, ServingPort>();
    // A Service has each port once: the first that asks for it decides.
    if (!known.has(port)) known.set(port, { name: String(port), port, targetPort });
    all.set(deployment, known);
  };
  for (const { deploymentName, containerPort = HTTPS } of csv.spec.apiservicedefinitions?.owned ?? []) {
    if (deploymentName !== undefined && !isLeftOut(csv.spec, deploymentName, leavesOut))
      add(deploymentName, containerPort, containerPort);
  }
  for (const { deploymentName, containerPort, targetPort } of installedWebhooks({
    csv,
    ...optional({ leavesOut }),
  }))
    add(deploymentName, containerPort, targetPort ?? containerPort);
  return all;
}
