import instances from '../de/instances.json' with { type: 'json' };
import schemaForm from '../de/schema-form.json' with { type: 'json' };

export const forms = { instances, 'schema-form': schemaForm };
