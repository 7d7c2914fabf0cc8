import { firstStepTexts } from './first-steps/en.ts';
import { forms } from './forms/en.ts';
import { packageTexts } from './packages/en.ts';
import { reviewTexts } from './reviews/en.ts';
import { resolutionTexts } from './resolutions/en.ts';
import { shared } from './shared/en.ts';
import { signInTexts } from './sign-in/en.ts';
import { sourceTexts } from './sources/en.ts';
import { upgradeTexts } from './upgrades/en.ts';

export const en = {
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
