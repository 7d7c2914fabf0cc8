/** What only pages need that explain a resolution or change a Subscription. */
import resolution from '../en/resolution.json' with { type: 'json' };
import subscriptions from '../en/subscriptions.json' with { type: 'json' };

export const resolutionTexts = { resolution, subscriptions };
