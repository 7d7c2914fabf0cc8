/** What a session of the token login is, and how long it lasts. Pure; moments are seconds since 1970. */
import { z } from 'zod';

/** What is sealed in the cookie. */
export const TokenSession = z.object({
  token: z.string(),
  /** Names the user without telling who it is: what a browser keeps for somebody outlives the token. */
  user: z.string(),
  /** When the token was given. */
  startedAt: z.number(),
  /** When the session was last seen to be used, give or take what `mustRenew` says. */
  seenAt: z.number(),
});
export type TokenSession = z.infer<typeof TokenSession>;

/** How long sessions last. */
export interface SessionLimits {
  /** Without a request for so long, a session ends. */
  idleSeconds: number;
  /** So long after the token was given it ends in any case. */
  maxSeconds: number;
}

/** A cookie is made anew after this part of the idle time: not with each answer, and soon enough. */
const RENEWED_AFTER = 1 / 12;

/** Clocks of replicas may differ by so much. */
const SKEW_SECONDS = 60;

/** When the session ends unless it is used; a token that says when it expires ends it by then. */
export function endOf({ token, startedAt, seenAt }: TokenSession, limits: SessionLimits): number {
  return Math.min(startedAt + limits.maxSeconds, seenAt + limits.idleSeconds, expiryOf(token) ?? Infinity);
}

/** It has ended, or is none that this clock could have begun. */
export function isOver(session: TokenSession, limits: SessionLimits, now: number): boolean {
  return endOf(session, limits) <= now || session.startedAt > now + SKEW_SECONDS;
}

/** In use, and seen so long ago that the cookie has to say so. */
export function mustRenew({ seenAt }: TokenSession, { idleSeconds }: SessionLimits, now: number): boolean {
  return now - seenAt >= idleSeconds * RENEWED_AFTER;
}

/** The `exp` of a JSON web token; undefined for other tokens. Nothing depends on it but when to ask for another. */
export function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return Claims.parse(claims).exp;
  } catch {
    return undefined;
  }
}

const Claims = z.object({ exp: z.number() });
