/** Process entry of the Logger operator: settings come from the environment, as in any operator's pod. */
import { processSettings } from '../kit/settings.ts';
import { run } from './operator.ts';

const image = process.env['RELATED_IMAGE_LOGGER'];
if (image === undefined || image === '')
  throw new Error('RELATED_IMAGE_LOGGER: absent. Give the image that each logger runs.');

await run({ ...processSettings(), image });
