/**
 * What exists once in the process and Next's own copy of this code must share with the front server. A registered
 * symbol is the same in every copy of a module; nothing else may be put on globalThis.
 */
import type { AccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import type { CatalogQueries } from './catalog.ts';

/** What the front server hands to the route handlers. */
export interface ConsoleRuntime {
  /** The identity behind a `Cookie` header; every route handler asks for itself. */
  identify(cookieHeader: string | null): Identity | undefined | Promise<Identity | undefined>;
  /** The page that signs in, where there is one. */
  signInAddress?: string | undefined;
  /** Under which the console is served; other consoles may be beside it. */
  basePath?: string | undefined;
  access: AccessReviews;
  catalog: CatalogQueries;
  /** Of the kubeconfig's context. */
  namespace?: string | undefined;
  /** For errors that are told to nobody but the log. */
  reportError(error: unknown, requestId: string): void;
}

const key = Symbol.for('capstan.console-runtime');

interface Holder {
  [key]?: ConsoleRuntime;
}

// globalThis has no place of ours in its type; this is the one door to it.
const holder = globalThis as Holder;

/** Done once, before the first request. */
export function setRuntime(runtime: ConsoleRuntime): void {
  holder[key] = runtime;
}

/** @throws Error when the code runs outside the console's process, such as during the build. */
export function getRuntime(): ConsoleRuntime {
  const runtime = holder[key];
  if (runtime === undefined) throw new Error('The console is not running in this process.');
  return runtime;
}
