/** zod compiles its parsers with `new Function` where it may; our policy forbids that, and trying is a violation. */
import { z } from 'zod';

z.config({ jitless: true });
