/** What the catalog needs for who has installed nothing yet; nobody else loads it. */
import firstSteps from '../en/first-steps.json' with { type: 'json' };

export const firstStepTexts = { 'first-steps': firstSteps };
