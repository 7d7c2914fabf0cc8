import { forms } from './forms/en.ts';
import { shared } from './shared/en.ts';

export const en = { ...shared, ...forms };
