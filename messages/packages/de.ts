import packages from '../de/packages.json' with { type: 'json' };

export const packageTexts = { packages };
