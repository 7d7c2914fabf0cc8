/** What only the page of a package needs; the others do not load it. */
import packages from '../en/packages.json' with { type: 'json' };
import rights from '../en/rights.json' with { type: 'json' };

export const packageTexts = { packages, rights };
