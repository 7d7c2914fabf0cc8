import dataObjects from '../de/data-objects.json' with { type: 'json' };
import instances from '../de/instances.json' with { type: 'json' };
import schemaForm from '../de/schema-form.json' with { type: 'json' };

export const forms = { 'data-objects': dataObjects, instances, 'schema-form': schemaForm };
