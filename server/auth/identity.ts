import type { KubeClient, KubeTransport } from '#server/kube/types.ts';

/** One person as the API server sees them: everything done for a request is done with these credentials. */
export interface Identity {
  /** Tells identities apart in caches; never a secret and never shown. */
  key: string;
  /** Tells people apart where one of them may come with another `key` tomorrow; `key` when absent. Never shown either. */
  person?: string;
  client: KubeClient;
  transport: KubeTransport;
}
