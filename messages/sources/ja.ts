import dataObjects from '../ja/data-objects.json' with { type: 'json' };
import sources from '../ja/sources.json' with { type: 'json' };

export const sourceTexts = { 'data-objects': dataObjects, sources };
