/** What only the page of a plan needs; the others do not load it. */
import reviews from '../en/reviews.json' with { type: 'json' };
import rights from '../en/rights.json' with { type: 'json' };
import forms from '../en/schema-form.json' with { type: 'json' };

export const reviewTexts = { reviews, rights, 'schema-form': forms };
