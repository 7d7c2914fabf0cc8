/**
 * Before any schema is made in the browser: zod tries whether it may compile code, and the Content Security Policy
 * reports that as an attack.
 */
import { z } from 'zod';

z.config({ jitless: true });
