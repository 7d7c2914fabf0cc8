/** The answer of `GET /api/v1/namespaces`: where a user may read something, found without the right to list namespaces. */
export interface ReachableNamespaces {
  /** In order of how likely they are meant: those the user named first. Only those in which something may be read. */
  namespaces: ReachableNamespace[];
  /** Namespaces that there was no time to look into. */
  omitted: number;
}

/** A namespace in which the user may read at least one type. */
export interface ReachableNamespace {
  name: string;
  /** Types that may be listed and watched there, as `plural.group`; either part may be `*`. */
  reads: string[];
}

/** Namespaces that one question may name. */
export const maxNamedNamespaces = 30;
