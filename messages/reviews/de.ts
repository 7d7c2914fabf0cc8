import reviews from '../de/reviews.json' with { type: 'json' };
import rights from '../de/rights.json' with { type: 'json' };
import forms from '../de/schema-form.json' with { type: 'json' };

export const reviewTexts = { reviews, rights, 'schema-form': forms };
