import resolution from '../de/resolution.json' with { type: 'json' };
import subscriptions from '../de/subscriptions.json' with { type: 'json' };

export const resolutionTexts = { resolution, subscriptions };
