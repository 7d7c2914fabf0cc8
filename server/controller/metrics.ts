/** What the controller counts for whoever operates it. No metric names an object: whoever reaches the port may read them. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { bundleCount, packageCount, type Catalog } from '#server/catalog/types.ts';
import type { WorkMeter } from '#server/install/world.ts';
import type { TransportMeter, WorkQueue } from '#server/kube/types.ts';

/** What is looked at when metrics are asked for. Empty lists: this controller does not lead, or has no catalogs yet. */
export interface Measured {
  queues: () => readonly { name: string; queue: Pick<WorkQueue, 'size' | 'oldestMs'> }[];
  catalogs: () => readonly Catalog[];
  /** Unix ms. */
  now: () => number;
}

/** Who counts, and the text that Prometheus reads. */
export interface Metrics extends WorkMeter {
  countError: (queue: string) => void;
  answered: TransportMeter;
  registry: Registry;
}

/** Metrics of one controller. */
export function createControllerMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addQueues(registry, measured);
  addCatalogs(registry, measured);
  const registers = [registry];
  const errors = new Counter({
    name: 'capstan_reconcile_errors_total',
    help: 'Reconciles that failed and were retried or given up.',
    labelNames: ['queue'],
    registers,
  });
  const reconciles = new Histogram({
    name: 'capstan_reconcile_seconds',
    help: 'How long reconciles took, by queue and result: done, later, conflict, error.',
    labelNames: ['queue', 'result'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const requests = new Counter({
    name: 'capstan_api_requests_total',
    help: 'Requests to the API server, by verb and HTTP status; "none" where no answer came.',
    labelNames: ['verb', 'code'],
    registers,
  });
  const installs = new Histogram({
    name: 'capstan_install_seconds',
    help: 'How long installs and repairs of operators took, by result: succeeded, failed.',
    labelNames: ['result'],
    buckets: [1, 2, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  return {
    registry,
    countError: (queue) => {
      errors.inc({ queue });
    },
    reconciled: (queue, result, seconds) => {
      reconciles.observe({ queue, result }, seconds);
    },
    installed: ({ result, seconds }) => {
      installs.observe({ result }, seconds);
    },
    answered: (request, status) => {
      requests.inc({ verb: verbOf(request), code: status === undefined ? 'none' : String(status) });
    },
  };
}

function addQueues(registry: Registry, { queues }: Measured): void {
  const labelNames = ['queue'] as const;
  addGauge(registry, {
    name: 'capstan_queue_size',
    help: 'Keys waiting or being reconciled, by queue.',
    labelNames,
    read: (gauge) => {
      for (const { name, queue } of queues()) gauge.set({ queue: name }, queue.size());
    },
  });
  addGauge(registry, {
    name: 'capstan_queue_oldest_seconds',
    help: 'How long the first key of a queue has been waiting.',
    labelNames,
    read: (gauge) => {
      for (const { name, queue } of queues()) gauge.set({ queue: name }, queue.oldestMs() / 1000);
    },
  });
}

function addCatalogs(registry: Registry, { catalogs, now }: Measured): void {
  const states = { ready: isReady, failing: isFailing, unread: isUnread };
  addGauge(registry, {
    name: 'capstan_catalogs',
    help: 'Catalogs, by state: ready, failing, unread.',
    labelNames: ['state'],
    read: (gauge) => {
      for (const [state, is] of Object.entries(states)) gauge.set({ state }, catalogs().filter(is).length);
    },
  });
  const sum = (size: (catalog: Catalog) => number): number =>
    catalogs().reduce((total, catalog) => total + size(catalog), 0);
  addGauge(registry, {
    name: 'capstan_catalog_packages',
    help: 'Packages of all catalogs.',
    read: (gauge) => {
      gauge.set(sum(packageCount));
    },
  });
  addGauge(registry, {
    name: 'capstan_catalog_bundles',
    help: 'Bundles of all catalogs.',
    read: (gauge) => {
      gauge.set(sum(bundleCount));
    },
  });
  addGauge(registry, {
    name: 'capstan_catalog_oldest_seconds',
    help: 'Since the last answer of the catalog that has been silent for longest; failing ones do not count.',
    read: (gauge) => {
      const heard = catalogs().filter(isReady);
      const times = heard.map(({ reading, readAt }) => reading?.checkedAt ?? readAt);
      gauge.set(times.length === 0 ? 0 : Math.max(0, now() - Math.min(...times)) / 1000);
    },
  });
}

function isFailing({ reading }: Catalog): boolean {
  return reading?.problem !== undefined;
}

function isUnread(catalog: Catalog): boolean {
  return catalog.readAt === 0 && !isFailing(catalog);
}

function isReady(catalog: Catalog): boolean {
  return catalog.readAt !== 0 && !isFailing(catalog);
}

interface GaugeOf<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
  /** Sets it when it is asked for; what it does not set is not there. */
  readonly read: (gauge: Gauge<Label>) => void;
}

function addGauge<Label extends string>(
  registry: Registry,
  { name, help, labelNames = [], read }: GaugeOf<Label>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      collect() {
        this.reset();
        read(this);
      },
    }),
  );
}

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** As the API server names them, but that a list is a `get`: what a path asks for is not looked into. */
function verbOf({ method, path }: { method: string; path: string }): string {
  return /[?&]watch=/.test(path) ? 'watch' : (VERBS[method] ?? 'other');
}
