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
  namespace: name,
  mode: z.enum(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']),
  /** Comma-separated; for SingleNamespace and MultiNamespace. */
  targets: z
    .string()
    .max(4096)
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== '')),
});

/** `GET /api/v1/install-preview?catalogNamespace&catalog&package&csv&namespace&mode[&targets]` → InstallPreview */
export const getInstallPreview = route({ query: Query }, ({ query, identity }) => {
  const ref = { catalog: { namespace: query.catalogNamespace, name: query.catalog }, package: query.package };
  return queryInstallPreview(identity, getRuntime().catalog, { ...query, ref });
});
