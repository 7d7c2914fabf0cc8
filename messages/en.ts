import instances from './en/instances.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import ui from './en/ui.json' with { type: 'json' };

export const en = { instances, shell, ui };
