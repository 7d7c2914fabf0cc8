import { forms } from './forms/de.ts';
import { shared } from './shared/de.ts';

export const de = { ...shared, ...forms };
