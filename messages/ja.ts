import { forms } from './forms/ja.ts';
import { shared } from './shared/ja.ts';

export const ja = { ...shared, ...forms };
