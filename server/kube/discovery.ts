/** Aggregated discovery. Source: k8s.io/api `apidiscovery/v2`. */
import { z } from 'zod';
import type { DiscoveredResource } from './types.ts';

/** The `Accept` header for `/api` and `/apis`: v2, or v2beta1 of older API servers. */
export const discoveryAccept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
].join(',');

const DiscoveryResource = z.object({
  resource: z.string(),
  responseKind: z.object({ kind: z.string() }),
  scope: z.string(),
  shortNames: z.array(z.string()).catch([]),
  verbs: z.array(z.string()).catch([]),
  subresources: z.array(z.object({ subresource: z.string() })).catch([]),
});

/** Items stay unread, so that one broken group (an aggregated API that is down) hides nothing else. */
const Version = z.object({ version: z.string(), resources: z.array(z.unknown()).catch([]) });
const Group = z.object({
  metadata: z.object({ name: z.string().catch('') }).catch({ name: '' }),
  versions: z.array(z.unknown()).catch([]),
});
const GroupList = z.object({ items: z.array(z.unknown()).catch([]) });

/** Every resource of every version, in the server's order: the preferred version of a group comes first. */
export function parseDiscovery(body: unknown): DiscoveredResource[] {
  return valid(GroupList, [body])
    .flatMap((list) => valid(Group, list.items))
    .flatMap((group) =>
      valid(Version, group.versions).flatMap((version) =>
        valid(DiscoveryResource, version.resources).map((found) => ({
          group: group.metadata.name,
          version: version.version,
          plural: found.resource,
          kind: found.responseKind.kind,
          namespaced: found.scope === 'Namespaced',
          shortNames: found.shortNames,
          verbs: found.verbs,
          subresources: found.subresources.map((sub) => sub.subresource),
        })),
      ),
    );
}

function valid<T extends z.ZodType>(schema: T, values: readonly unknown[]): z.infer<T>[] {
  return values.flatMap((value) => {
    const result = schema.safeParse(value);
    return result.success ? [result.data] : [];
  });
}
