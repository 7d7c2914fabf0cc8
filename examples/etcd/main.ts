/** Process entry of the etcd operator: settings come from the environment, as in any operator's pod. */
import { ensureDefinitions } from '../kit/ensure-definitions.ts';
import { processSettings } from '../kit/settings.ts';
import { definitions } from './kinds.ts';
import { run } from './operator.ts';

const settings = processSettings();
const ownNamespace = process.env['POD_NAMESPACE'] ?? '';

// Its bundle brings its definitions; where it is started without one, it brings them itself.
if (process.env['ETCD_CREATE_CRDS'] === 'true') await ensureDefinitions(settings, definitions);

await run({ ...settings, ...(ownNamespace !== '' && { ownNamespace }) });
