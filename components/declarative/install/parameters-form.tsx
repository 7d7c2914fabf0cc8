'use client';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { SchemaForm } from '#components/schema-form/schema-form.tsx';
import { useFormModel } from '#components/schema-form/state/form-model.ts';
import {
  KUDO_API_VERSION,
  kudoResources,
  type KudoOperatorVersion,
  type ParameterForm,
} from '#lib/kudo/api/types.ts';
import { formValues, parameterTexts } from '#lib/kudo/parameters/form-values.ts';
import { parametersSchema } from '#lib/kudo/parameters/schema.ts';
import { descriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { getIn, type Path } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';

interface ParametersFormProps {
  readonly version: KudoOperatorVersion;
  readonly form: ParameterForm;
  /** Values to begin with, as the API has them. */
  readonly initial: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Parameters as the form of any object shows its fields: here they are the `spec` of a document of its own. */
export function ParametersForm({ version, form, initial, onChange }: ParametersFormProps): ReactNode {
  const { parameters } = version.spec;
  const { schema, descriptors } = useMemo(() => parametersSchema(parameters, form), [parameters, form]);
  const tree = useMemo(() => descriptorTree(descriptors), [descriptors]);
  const subject = useMemo(
    () => ({
      schema: fieldOf({ type: 'object', properties: { spec: schema } }),
      type: kudoResources.instances,
    }),
    [schema],
  );
  const [first] = useState(() =>
    renderYaml({
      apiVersion: KUDO_API_VERSION,
      kind: 'Instance',
      metadata: { name: version.metadata.name },
      spec: formValues(parameters, initial),
    }),
  );
  const model = useFormModel(subject, first);
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const given = getIn(model.document.value, ['spec']);
  const textsOf = useMemo(() => parameterTexts(parameters, initial), [parameters, initial]);
  useEffect(() => onChange(textsOf(given)), [textsOf, given, onChange]);
  return (
    <SchemaForm
      model={model}
      descriptors={tree}
      target={target}
      onTarget={(path) => setTarget({ path })}
      specOnly
    />
  );
}
