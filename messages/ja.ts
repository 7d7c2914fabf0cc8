import { firstStepTexts } from './first-steps/ja.ts';
import { forms } from './forms/ja.ts';
import { packageTexts } from './packages/ja.ts';
import { reviewTexts } from './reviews/ja.ts';
import { resolutionTexts } from './resolutions/ja.ts';
import { shared } from './shared/ja.ts';
import { signInTexts } from './sign-in/ja.ts';
import { sourceTexts } from './sources/ja.ts';
import { upgradeTexts } from './upgrades/ja.ts';

export const ja = {
  ...shared,
  ...firstStepTexts,
  ...forms,
  ...packageTexts,
  ...sourceTexts,
  ...reviewTexts,
  ...upgradeTexts,
  ...resolutionTexts,
  ...signInTexts,
};
