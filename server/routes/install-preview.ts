import { z } from 'zod';

import { queryInstallPreview } from '#server/queries/install-preview.ts';
import { getRuntime } from '#server/queries/runtime.ts';
import { route } from './route.ts';

const name = z.string().min(1).max(253);

const Query = z.object({
  catalogNamespace: name,
  catalog: name,
  package: name,
  csv: name,
  /** The package's default one when absent. */
  channel: z.string().max(253).default(''),
  namespace: name,
  mode: z.enum(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']),
  /** Comma-separated; for SingleNamespace and MultiNamespace. */
  targets: z
    .string()
    .max(4096)
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== '')),
});

/** `GET /api/v1/install-preview?catalogNamespace&catalog&package&csv&namespace&mode[&channel][&targets]` → InstallPreview */
export const getInstallPreview = route({ query: Query }, ({ query, identity }) => {
  const { catalogNamespace, catalog: name, ...wish } = query;
  const catalog = { namespace: catalogNamespace, name };
  return queryInstallPreview(identity, getRuntime().catalog, { ...wish, catalog });
});
