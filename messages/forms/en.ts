/** What only the pages of instances need; the others do not load it. */
import instances from '../en/instances.json' with { type: 'json' };
import schemaForm from '../en/schema-form.json' with { type: 'json' };

export const forms = { instances, 'schema-form': schemaForm };
