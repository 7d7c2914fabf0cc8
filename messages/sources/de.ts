import dataObjects from '../de/data-objects.json' with { type: 'json' };
import sources from '../de/sources.json' with { type: 'json' };

export const sourceTexts = { 'data-objects': dataObjects, sources };
