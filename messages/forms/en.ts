/** What only the pages of instances need; the others do not load it. */
import dataObjects from '../en/data-objects.json' with { type: 'json' };
import instances from '../en/instances.json' with { type: 'json' };
import schemaForm from '../en/schema-form.json' with { type: 'json' };

export const forms = { 'data-objects': dataObjects, instances, 'schema-form': schemaForm };
