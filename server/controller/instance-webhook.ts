/**
 * The webhook that admits Instances, from start to end: switched on by a flag, registered again when somebody takes that away,
 * with a certificate that all replicas share and that is renewed before its end. Whether we lead does not matter. It stays
 * registered when we stop: nobody gets past it meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { crdFacts } from '#lib/olm/plan/crd.ts';
import { createKeyedLock } from '#server/install/limiter.ts';
import type { Log } from '#server/install/world.ts';
import { ask } from '#server/kube/ask.ts';
import type { KubeClient, ResourceCache } from '#server/kube/types.ts';
import { reviewKey } from '#server/kudo/review-seal.ts';
import { Planner } from '#server/kudo/planner/planner.ts';
import { ServedTypes } from '#server/kudo/served-types.ts';
import { decideAdmission, type AdmissionWorld } from '#server/kudo/webhook/admission.ts';
import { INSTANCE_WEBHOOK, registerWebhook, unregisterWebhook } from '#server/kudo/webhook/registration.ts';
import { startWebhookServer, type WebhookServer } from '#server/kudo/webhook/server.ts';
import { findOtherKudo } from './other-kudo.ts';
import { servingCertificate } from './package-manifests/serving-secret.ts';

/** What it is made from, and where the API server finds it. */
export interface InstanceWebhookOptions {
  client: KubeClient;
  /** Live copies of all definitions. */
  definitions: ResourceCache;
  /** And of the MutatingWebhookConfigurations that carry our label. */
  configurations: ResourceCache;
  log: Log;
  /** Of the controller. */
  namespace: string;
  /** A host by which the API server finds this process, or `service`: by `INSTANCE_SERVICE`; undefined: off. */
  at: string | undefined;
  port: number;
  trustAuthors: boolean;
  /** What the cluster subscribes to, and which catalogs have what, at the moment. */
  operators: () => AdmissionWorld['operators'];
  now: () => number;
}

/** The webhook, on or off. */
export interface InstanceWebhook {
  /** The first look starts it. Rejects with KubeError. */
  look(): Promise<void>;
  /** Whether it should answer here, and does not yet. */
  readonly isPending: boolean;
  /** It stays registered: writes of Instances are refused until a controller answers again. */
  close(): Promise<void>;
}

const SECRET_NAME = 'capstan-instance-webhook-tls';
const IN_CLUSTER = 'service';
/** The Service of all replicas, in their namespace; whoever deploys them makes it (`deploy/chart`). */
const INSTANCE_SERVICE = 'capstan-instances';
const WhoAmI = z.object({ status: z.object({ userInfo: z.object({ username: z.string().min(1) }) }) });

/** Nothing happens before the first look. */
export function instanceWebhook(options: InstanceWebhookOptions): InstanceWebhook {
  const { client, configurations, namespace, at, log, now } = options;
  let server: WebhookServer | undefined;
  let isOn = at !== undefined;
  let self: string | undefined;
  let key: Buffer | undefined;
  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  return {
    get isPending() {
      return isOn && server === undefined;
    },
    look: async () => {
      isOn = at !== undefined && (await findOtherKudo(client)) === undefined;
      if (at === undefined || !isOn) {
        await stop();
        await configurations.synced;
        await unregisterWebhook(client, configurations.get({ name: INSTANCE_WEBHOOK }));
        return;
      }
      self ??= await ownName(client);
      if (!options.trustAuthors) key = await reviewKey(client, namespace, key);
      const certificate = await servingCertificate(client, {
        ...{ namespace, names: namesOf(at, namespace), now: now(), secret: SECRET_NAME },
      });
      if (server === undefined) {
        server = await start(options, { self, key }, certificate);
        log.info({ webhook: INSTANCE_WEBHOOK, port: server.port }, 'webhook served');
      } else server.serveWith(certificate);
      const written = await registerWebhook(client, {
        place: at === IN_CLUSTER ? { service: serviceIn(namespace) } : { host: at, port: server.port },
        ca: certificate.cert,
        self,
      });
      if (written) log.info({ webhook: INSTANCE_WEBHOOK }, 'webhook registered');
    },
    close: stop,
  };
}

function serviceIn(namespace: string): Required<ObjectRef> {
  return { namespace, name: INSTANCE_SERVICE };
}

function namesOf(at: string, namespace: string): string[] {
  return at === IN_CLUSTER ? [`${INSTANCE_SERVICE}.${namespace}.svc`] : [at];
}

async function start(
  { client, definitions, port, at, operators }: InstanceWebhookOptions,
  { self, key }: { self: string; key: Buffer | undefined },
  certificate: { key: string; cert: string },
): Promise<WebhookServer> {
  const types = new ServedTypes(client, () =>
    definitions.list().filter((crd) => crdFacts(crd) !== undefined),
  );
  const planner = new Planner();
  const turns = createKeyedLock();
  const world = { client, types, planner, self, reviewKey: key, newUid: randomUUID, turns };
  const server = await startWebhookServer({
    ...{ host: at === 'localhost' ? '127.0.0.1' : undefined, port, certificate },
    decide: (request, signal) => decideAdmission({ ...world, operators: operators() }, request, signal),
  });
  return {
    port: server.port,
    serveWith: (renewed) => server.serveWith(renewed),
    close: async () => {
      await planner.close();
      await server.close();
    },
  };
}

/** As the API server knows us. Rejects with KubeError. */
async function ownName(client: KubeClient): Promise<string> {
  return WhoAmI.parse(await ask(client, resources.selfSubjectReviews)).status.userInfo.username;
}
