import packages from '../ja/packages.json' with { type: 'json' };

export const packageTexts = { packages };
