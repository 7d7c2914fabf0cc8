/** Where questions what would happen if are answered: loaded for the first of them, since it takes the whole resolver. */
import type { WhatIf } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfInquiry } from '#lib/olm/foresight/what-if-question.ts';
import type { WhatIfPlace } from './what-if.ts';

/** Takes questions. */
export interface WhatIfDesk {
  /** Undefined for what is no question. */
  read: (given: unknown) => WhatIfInquiry | undefined;
  /** Undefined when too much is asked already. */
  answer: (inquiry: WhatIfInquiry) => Promise<WhatIf> | undefined;
}

/** Made with the first question. */
export function whatIfDesk(place: WhatIfPlace): () => Promise<WhatIfDesk> {
  let desk: Promise<WhatIfDesk> | undefined;
  const open = async (): Promise<WhatIfDesk> => {
    const { pacedWhatIf, readInquiry } = await import('./what-if.ts');
    return { read: readInquiry, answer: pacedWhatIf(place) };
  };
  return () => (desk ??= open());
}
