import type { ClusterConfig } from './config.ts';

/** Where Capstan is installed unless somebody says otherwise. */
const USUAL = 'capstan-system';

/** The namespace of Capstan: as it was given; else that of the pod, from the mount of its account; else the usual one. */
export function ownNamespace(
  { source, namespace }: Pick<ClusterConfig, 'source' | 'namespace'>,
  given: string | undefined,
): string {
  // A kubeconfig's namespace is where its user works, not where Capstan is.
  return given ?? (source === 'in-cluster' ? namespace : undefined) ?? USUAL;
}
