import { firstStepTexts } from './first-steps/de.ts';
import { forms } from './forms/de.ts';
import { packageTexts } from './packages/de.ts';
import { reviewTexts } from './reviews/de.ts';
import { resolutionTexts } from './resolutions/de.ts';
import { shared } from './shared/de.ts';
import { signInTexts } from './sign-in/de.ts';
import { sourceTexts } from './sources/de.ts';
import { upgradeTexts } from './upgrades/de.ts';

export const de = {
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
