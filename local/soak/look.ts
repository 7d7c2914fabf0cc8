/** One look at everybody's health: what is not well, in words that stay the same while it lasts. */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Lab } from './lab.ts';
import { INSTANCE, NAMESPACE } from './lab.ts';
import { flightTickets as tickets } from '../testing/flight-ticket.ts';
import { staleBanner } from './stale-banner.ts';

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

/** Whoever takes longer does not answer. */
const ANSWER_MS = 5_000;

const Status = z.object({
  status: z.object({
    phase: z.string().optional(),
    connectionState: z.object({ lastObservedState: z.string().optional() }).optional(),
    // Those of a CSV are its history, and have other fields.
    conditions: z.array(z.object({ type: z.string().optional(), status: z.string().optional() })).default([]),
  }),
});
type Status = z.infer<typeof Status>['status'];

interface Group {
  readonly what: string;
  readonly resource: Resource;
  readonly namespace?: string;
  readonly isWell: (status: Status) => boolean;
  /** What has to be among them. */
  readonly wanted?: string;
}

const isReady = ({ conditions }: Status): boolean =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True');

const groups: readonly Group[] = [
  { what: 'node', resource: nodes, isWell: isReady },
  { what: 'pod', resource: resources.pods, isWell: isReady },
  {
    what: 'operator',
    resource: resources.clusterServiceVersions,
    namespace: NAMESPACE,
    isWell: ({ phase }) => phase === 'Succeeded',
    wanted: 'flight-ticket.v2.0.0',
  },
  {
    what: 'instance',
    resource: tickets,
    namespace: NAMESPACE,
    isWell: ({ phase }) => phase === 'Booked',
    wanted: INSTANCE,
  },
  {
    what: 'catalog',
    resource: resources.catalogSources,
    isWell: ({ connectionState }) => connectionState?.lastObservedState === 'READY',
    wanted: 'capstan-samples',
  },
  {
    what: 'operator condition',
    resource: resources.operatorConditions,
    namespace: NAMESPACE,
    isWell: () => true,
    wanted: 'flight-ticket.v2.0.0',
  },
];

export async function lookAround(lab: Lab): Promise<string[]> {
  const found = await Promise.all([
    ...groups.map((group) => lookAt(lab, group)),
    probe('the controller', () => lab.controllerHealth()),
    probe('the console', () => lab.consoleHealth),
    lookAtPage(lab),
  ]);
  return [...new Set(found.flat())].sort();
}

async function lookAt(
  { kube }: Lab,
  { what, resource, namespace, isWell, wanted }: Group,
): Promise<string[]> {
  try {
    const { items } = await kube.list(resource, {
      ...optional({ namespace }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const unwell = items
      .filter((item) => !isWell(Status.safeParse(item).data?.status ?? { conditions: [] }))
      .map((item) => `${what} ${nameOf(item)} is not well`);
    const isThere = wanted === undefined ? items.length > 0 : items.some((item) => nameOf(item) === wanted);
    return isThere ? unwell : [...unwell, `${what} ${wanted ?? ''} is not there`.replace('  ', ' ')];
  } catch {
    return [`the API server does not list ${resource.plural}`];
  }
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.name;
}

async function probe(who: string, address: () => string | undefined): Promise<string[]> {
  const problems: string[] = [];
  for (const path of ['/healthz', '/readyz']) {
    try {
      const response = await fetch(`${address() ?? ''}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
      await response.text();
      if (!response.ok) problems.push(`${who} says no at ${path}`);
    } catch {
      problems.push(`${who} does not answer`);
    }
  }
  return problems;
}

async function lookAtPage({ page }: Lab): Promise<string[]> {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => {
      resolve('');
    }, ANSWER_MS).unref();
  });
  const text = await Promise.race([page.locator('body').innerText({ timeout: ANSWER_MS }), late]).catch(
    () => '',
  );
  if (text === '') return ['the page does not answer'];
  const banner = staleBanner.exec(text)?.[0];
  if (banner !== undefined) return [`the page says: ${banner}`];
  return /Flight Ticket/.test(text) ? [] : ['the page does not show the operator'];
}
