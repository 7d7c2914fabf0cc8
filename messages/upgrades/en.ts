/** What only the page of upgrades needs; the others do not load it. */
import upgrades from '../en/upgrades.json' with { type: 'json' };

export const upgradeTexts = { upgrades };
