import app from '../de/app.json' with { type: 'json' };
import catalog from '../de/catalog.json' with { type: 'json' };
import changes from '../de/changes.json' with { type: 'json' };
import olm from '../de/olm.json' with { type: 'json' };
import operators from '../de/operators.json' with { type: 'json' };
import plans from '../de/plans.json' with { type: 'json' };
import shell from '../de/shell.json' with { type: 'json' };
import ui from '../de/ui.json' with { type: 'json' };

export const shared = { app, catalog, changes, olm, operators, plans, shell, ui };
