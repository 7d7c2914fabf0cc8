/** What every page may need. */
import app from '../en/app.json' with { type: 'json' };
import catalog from '../en/catalog.json' with { type: 'json' };
import changes from '../en/changes.json' with { type: 'json' };
import olm from '../en/olm.json' with { type: 'json' };
import operators from '../en/operators.json' with { type: 'json' };
import plans from '../en/plans.json' with { type: 'json' };
import shell from '../en/shell.json' with { type: 'json' };
import ui from '../en/ui.json' with { type: 'json' };

export const shared = { app, catalog, changes, olm, operators, plans, shell, ui };
