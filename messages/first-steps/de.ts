import firstSteps from '../de/first-steps.json' with { type: 'json' };

export const firstStepTexts = { 'first-steps': firstSteps };
