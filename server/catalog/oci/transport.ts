/** What a registry is asked through: the controller's one way out, which judges every address and follows redirects. */
import type { Outbound } from '../net/outbound.ts';

export type Fetch = Outbound['fetch'];
export type RegistryAnswer = Awaited<ReturnType<Fetch>>;
