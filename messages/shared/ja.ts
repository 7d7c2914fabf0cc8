import app from '../ja/app.json' with { type: 'json' };
import catalog from '../ja/catalog.json' with { type: 'json' };
import changes from '../ja/changes.json' with { type: 'json' };
import olm from '../ja/olm.json' with { type: 'json' };
import operators from '../ja/operators.json' with { type: 'json' };
import plans from '../ja/plans.json' with { type: 'json' };
import shell from '../ja/shell.json' with { type: 'json' };
import ui from '../ja/ui.json' with { type: 'json' };

export const shared = { app, catalog, changes, olm, operators, plans, shell, ui };
