import { forms } from './forms/en.ts';
import { packageTexts } from './packages/en.ts';
import { shared } from './shared/en.ts';
import { sourceTexts } from './sources/en.ts';

export const en = { ...shared, ...forms, ...packageTexts, ...sourceTexts };
