import packages from '../de/packages.json' with { type: 'json' };
import rights from '../de/rights.json' with { type: 'json' };

export const packageTexts = { packages, rights };
