'use client';
import { useEffect, useState, type ReactNode } from 'react';
import { useFormModel } from '#components/schema-form/state/form-model.ts';
import { SchemaForm } from '#components/schema-form/schema-form.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { configSchema } from '#lib/olm/subscription/config-schema.ts';
import { noDescriptors } from '#lib/schema-form/schema/descriptors.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import { getIn, type Path } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';

interface ConfigFieldsProps {
  /** `spec.config` to begin with. */
  readonly initial: unknown;
  readonly namespace: string;
  readonly name: string;
  /** With the number of faults in it. */
  readonly onChange: (config: unknown, faults: number) => void;
}

const SUBJECT = { schema: fieldOf(configSchema), type: resources.subscriptions };

/** The config as the form of any object shows it: here it is the `spec` of a document of its own. */
export function ConfigFields({ initial, namespace, name, onChange }: ConfigFieldsProps): ReactNode {
  const [first] = useState(() =>
    renderYaml({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name, namespace },
      spec: initial ?? {},
    }),
  );
  const model = useFormModel(SUBJECT, first);
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const config = getIn(model.document.value, ['spec']);
  const faults = model.found.length;
  useEffect(() => onChange(config, faults), [config, faults, onChange]);
  return (
    <SchemaForm
      model={model}
      descriptors={noDescriptors}
      target={target}
      onTarget={(path) => setTarget({ path })}
      specOnly
    />
  );
}
