import upgrades from '../de/upgrades.json' with { type: 'json' };

export const upgradeTexts = { upgrades };
