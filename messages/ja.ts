import shell from './ja/shell.json' with { type: 'json' };
import ui from './ja/ui.json' with { type: 'json' };

export const ja = { shell, ui };
