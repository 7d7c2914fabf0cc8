import firstSteps from '../ja/first-steps.json' with { type: 'json' };

export const firstStepTexts = { 'first-steps': firstSteps };
