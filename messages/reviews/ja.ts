import reviews from '../ja/reviews.json' with { type: 'json' };
import rights from '../ja/rights.json' with { type: 'json' };
import forms from '../ja/schema-form.json' with { type: 'json' };

export const reviewTexts = { reviews, rights, 'schema-form': forms };
