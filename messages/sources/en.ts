/** What only the pages of catalog sources need; the others do not load it. */
import dataObjects from '../en/data-objects.json' with { type: 'json' };
import sources from '../en/sources.json' with { type: 'json' };

export const sourceTexts = { 'data-objects': dataObjects, sources };
