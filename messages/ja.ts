import instances from './ja/instances.json' with { type: 'json' };
import shell from './ja/shell.json' with { type: 'json' };
import ui from './ja/ui.json' with { type: 'json' };

export const ja = { instances, shell, ui };
