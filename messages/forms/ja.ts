import instances from '../ja/instances.json' with { type: 'json' };
import schemaForm from '../ja/schema-form.json' with { type: 'json' };

export const forms = { instances, 'schema-form': schemaForm };
