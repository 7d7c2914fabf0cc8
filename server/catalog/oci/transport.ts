/** What a registry is asked through: the controller's one way out, which judges every address and follows redirects. */
import type { Outbound } from '../net/outbound.ts';

/** Rejects with SourceError, or with the signal's reason. */
export type Fetch = Outbound['fetch'];
/** An answer of a registry or of its token server. */
export type RegistryAnswer = Awaited<ReturnType<Fetch>>;
