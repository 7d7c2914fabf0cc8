import { WhatIfQuestion } from '#lib/olm/foresight/what-if-question.ts';
import { getRuntime } from '#server/queries/runtime.ts';
import { queryWhatIf } from '#server/queries/what-if.ts';
import { route } from './route.ts';

/** `POST /api/v1/what-if` with a WhatIfQuestion → WhatIfAnswer */
export const postWhatIf = route({ body: WhatIfQuestion }, ({ body, identity }) =>
  queryWhatIf(identity, getRuntime().catalog, body),
);
