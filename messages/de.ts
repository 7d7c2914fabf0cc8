import { forms } from './forms/de.ts';
import { packageTexts } from './packages/de.ts';
import { shared } from './shared/de.ts';
import { sourceTexts } from './sources/de.ts';

export const de = { ...shared, ...forms, ...packageTexts, ...sourceTexts };
