import { forms } from './forms/ja.ts';
import { packageTexts } from './packages/ja.ts';
import { shared } from './shared/ja.ts';
import { sourceTexts } from './sources/ja.ts';

export const ja = { ...shared, ...forms, ...packageTexts, ...sourceTexts };
