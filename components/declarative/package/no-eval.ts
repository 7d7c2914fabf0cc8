/** Imported before any schema of zod is made: it would compile its checks, which the Content Security Policy forbids. */
import { config } from 'zod';

config({ jitless: true });
