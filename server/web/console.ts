/** Puts the console together. Tests make one without Next; `main.ts` makes the real one. */
import type { RequestListener } from 'node:http';
import { optional } from '#lib/base/loose.ts';

import type { ChangePolicy, Session } from '#lib/session.ts';
import { createAccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createLaunchSession } from '#server/auth/launch-session.ts';
import type { Sessions } from '#server/auth/launch-session.ts';
import { createAttempts } from '#server/auth/token/attempts.ts';
import type { TokenSessions } from '#server/auth/token/token-sessions.ts';
import { monotonicClock } from '#server/kube/clock.ts';
import { setRuntime } from '#server/queries/runtime.ts';
import type { ConsoleRuntime } from '#server/queries/runtime.ts';
import type { CatalogClient } from '#server/catalog/service/client.ts';
import { createCatalogQueries } from '#server/queries/catalog.ts';
import { createEitherQueries } from '#server/queries/either-catalog.ts';
import { createManifestQueries } from '#server/queries/manifest-catalog.ts';
import { createSessionQuery, type SessionQuery } from '#server/queries/session.ts';
import type { Assets } from './assets.ts';
import { catalogEndpoint } from './catalog-endpoint.ts';
import { eventMessage } from './stream/channel.ts';
import { accessEndpoint, sessionEndpoint } from './endpoints.ts';
import { senderOf } from './forwarded.ts';
import { createPageReads } from './first-reads.ts';
import { createFront } from './front.ts';
import type { FrontOptions, NextHandler } from './front.ts';
import { forwardedHosts, hostsOf, loopbackHosts } from './gate.ts';
import { judgeConsole } from './health.ts';
import { createMetrics } from './metrics.ts';
import { serveProxy } from './proxy/proxy.ts';
import { createSharedWatches } from './stream/shared-watches.ts';
import { createSignInDoor } from './sign-in/door.ts';
import type { WatchLimits } from './stream/shared-watches.ts';
import { newStreamStats } from './stream/stream-stats.ts';
import { createStreams } from './stream/stream.ts';
import type { StreamLimits } from './stream/stream.ts';

/** What the process was started with. */
export interface ConsoleOptions {
  /** Who acts once the launch URL is used; nobody does where people sign in by themselves. */
  identity?: Identity;
  /** Sessions of several people in the place of that one. */
  sessions?: Sessions;
  /** Token login in the place of both. */
  login?: Login;
  /** The port that is listened on; part of the Host allow-list and of the cookie's name. */
  port: number;
  /** The only name under which sessions are opened and taken. */
  hostName: string;
  clusterName: string;
  userName: string;
  mode: Session['mode'];
  changes: ChangePolicy;
  controllerNamespace: string;
  /** Of the kubeconfig's context. */
  namespace?: string | undefined;
  streamLimits?: Partial<StreamLimits & WatchLimits> | undefined;
  next?: NextHandler;
  assets?: Assets;
  dev?: boolean;
  catalog: CatalogClient;
  /** By how much the event loop was late lately. */
  lagMs?: () => number;
  onError: (error: unknown, requestId: string) => void;
}

/** How people sign in by themselves. */
export interface Login {
  sessions: TokenSessions;
  /** Addresses that browsers open it by, besides this machine. */
  externalUrls: readonly URL[];
  /** Proxies in front that tell whose requests they pass on. */
  trustedProxies: number;
  /** Empty, or the path that all addresses begin with. */
  basePath?: string;
  /** Told who came in. */
  onSignedIn: (name: string) => void;
}

/** A console that can be listened with; it holds no port of its own. */
export interface Console {
  front: RequestListener;
  /**
   * A new address, which opens a session once; the one before opens none any more. Print it, never log it. With a login it is
   * always the same.
   */
  launchUrl: () => string;
  /** Not ready from now on; everything else goes on. */
  announceEnd: () => void;
  /** Not ready from now on, and all streams end. */
  drain: () => void;
  stop: () => void;
}

const userAgent = 'capstan-console/0.1';

/** Also sets the runtime that Next's handlers use, so there is one in a process. */
export function createConsole(options: ConsoleOptions): Console {
  const { identity, port, hostName, streamLimits } = options;
  const launch = identity === undefined ? undefined : createLaunchSession({ identity, port });
  const sessions = sessionsIn(options, launch);
  const access = createAccessReviews();
  const stats = newStreamStats();
  const watches = createSharedWatches({ access, stats, encode: eventMessage, limits: streamLimits });
  const streams = createStreams({ watches, stats, limits: streamLimits });
  const metrics = createMetrics({ streams: streams.size, watches: watches.size, stats });
  const session = sessionQuery(options);
  const catalog = createEitherQueries(session, {
    own: createCatalogQueries(options.catalog, access),
    olm: createManifestQueries({ namespace: options.namespace }),
  });
  let draining = false;

  setRuntime({
    identify: (cookie) => sessions.identify(cookie ?? undefined),
    ...addressesOf(options.login),
    access,
    catalog,
    namespace: options.namespace,
    reportError: options.onError,
  });
  const front = createFront({
    ...doorOf(options),
    sessions,
    endpoints: [
      {
        prefix: '/k8s',
        setsHeaders: true,
        serve: (exchange) => serveProxy(exchange, { changes: options.changes, userAgent }),
      },
      { prefix: '/api/stream', serve: (exchange) => streams.serve(exchange) },
      sessionEndpoint(session),
      accessEndpoint(access),
      catalogEndpoint(catalog),
    ],
    ...optional({ next: options.next, assets: options.assets }),
    renderFor: createPageReads({ watches, stats, session, catalog }),
    dev: options.dev === true,
    health: () => judgeConsole({ lagMs: options.lagMs?.() ?? 0, draining }),
    metrics,
    onError: options.onError,
  });

  return {
    front,
    launchUrl: () =>
      `http://${hostName}:${String(port)}${options.login?.basePath ?? ''}/${launch === undefined ? '' : `?token=${launch.renew()}`}`,
    announceEnd: () => {
      draining = true;
    },
    drain: () => {
      draining = true;
      streams.drain();
    },
    stop: () => watches.stop(),
  };
}

/** Where pages find the console, and whoever has no session the way in. */
function addressesOf(login: Login | undefined): Pick<ConsoleRuntime, 'basePath' | 'signInAddress'> {
  return login === undefined ? {} : { basePath: login.basePath, signInAddress: '/sign-in' };
}

/** @throws Error when there is no way in at all */
function sessionsIn({ login, sessions }: ConsoleOptions, launch: Sessions | undefined): Sessions {
  const found = login?.sessions ?? sessions ?? launch;
  if (found === undefined) throw new Error('nobody can have a session of this console');
  return found;
}

/** By which names people come, and how they sign in. */
function doorOf({
  login,
  port,
  hostName,
}: ConsoleOptions): Pick<FrontOptions, 'hosts' | 'ownHosts' | 'basePath' | 'signIn' | 'sender'> {
  if (login === undefined) return { hosts: loopbackHosts(port, hostName), ownHosts: hostsOf(hostName, port) };
  const { sessions, externalUrls, trustedProxies, basePath = '', onSignedIn } = login;
  const hosts = forwardedHosts(externalUrls);
  const secureHosts = new Set(
    externalUrls.flatMap(({ protocol, host }) => (protocol === 'https:' ? [host] : [])),
  );
  return {
    hosts,
    ownHosts: hosts,
    basePath,
    signIn: createSignInDoor({
      sessions,
      attempts: createAttempts(),
      now: () => monotonicClock.now(),
      onSignedIn,
    }),
    sender: ({ headers, socket }) => senderOf(headers, socket.remoteAddress, { trustedProxies, secureHosts }),
  };
}

function sessionQuery({
  clusterName,
  userName,
  mode,
  changes,
  controllerNamespace,
}: ConsoleOptions): SessionQuery {
  const lease = { namespace: controllerNamespace, name: 'capstan-controller' };
  return createSessionQuery({ clusterName, userName, mode, changes, lease });
}
