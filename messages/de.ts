import instances from './de/instances.json' with { type: 'json' };
import shell from './de/shell.json' with { type: 'json' };
import ui from './de/ui.json' with { type: 'json' };

export const de = { instances, shell, ui };
