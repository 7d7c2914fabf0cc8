import { z } from 'zod';

import { queryUninstallPreview } from '#server/queries/uninstall-preview.ts';
import { route } from './route.ts';

const Params = z.object({ namespace: z.string().min(1).max(63), name: z.string().min(1).max(253) });

/** `GET /api/v1/operators/:namespace/:csv/uninstall-preview` → UninstallPreview */
export const getUninstallPreview = route({ params: Params }, ({ params, identity }) =>
  queryUninstallPreview(identity, params),
);
