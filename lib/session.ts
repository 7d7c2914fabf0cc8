/** What the console tells a page of who is signed in where: the answer of `GET /api/session`. */
export interface Session {
  cluster: {
    /** Name of the cluster as the configuration calls it. */
    name: string;
    server: string;
    /** Such as `v1.36.3`; absent while the cluster does not answer. */
    version?: string;
  };
  user: { name: string; groups: string[] };
  mode: 'local' | 'kubeconfig' | 'token';
  lifecycle: Lifecycle;
  changes: ChangePolicy;
  /** Where the catalogs are that serve the whole cluster. */
  catalogNamespace: string;
}

/**
 * What the console does with changes: makes them, hands out their YAML for a repository instead, or neither. From the
 * widest to the strictest.
 */
export const changePolicies = ['apply', 'gitops', 'readOnly'] as const;
/** One of `changePolicies`. */
export type ChangePolicy = (typeof changePolicies)[number];

/** The stricter of two: nothing widens what somebody else has restricted. */
export function stricter(a: ChangePolicy, b: ChangePolicy): ChangePolicy {
  return changePolicies.indexOf(a) > changePolicies.indexOf(b) ? a : b;
}

/** Who reconciles the kinds of `operators.coreos.com` in this cluster. `unknown`: the user may not look. */
export type Lifecycle = 'capstan' | 'olm' | 'none' | 'unknown';
