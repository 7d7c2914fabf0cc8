import dataObjects from '../ja/data-objects.json' with { type: 'json' };
import instances from '../ja/instances.json' with { type: 'json' };
import schemaForm from '../ja/schema-form.json' with { type: 'json' };

export const forms = { 'data-objects': dataObjects, instances, 'schema-form': schemaForm };
