import packages from '../ja/packages.json' with { type: 'json' };
import rights from '../ja/rights.json' with { type: 'json' };

export const packageTexts = { packages, rights };
