import upgrades from '../ja/upgrades.json' with { type: 'json' };

export const upgradeTexts = { upgrades };
