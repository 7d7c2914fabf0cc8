import resolution from '../ja/resolution.json' with { type: 'json' };
import subscriptions from '../ja/subscriptions.json' with { type: 'json' };

export const resolutionTexts = { resolution, subscriptions };
