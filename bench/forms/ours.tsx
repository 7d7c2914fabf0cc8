/** The page with our form. */
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { IntlProvider } from 'use-intl';
import { useFormModel } from '#components/schema-form/state/form-model.ts';
import { SchemaForm } from '#components/schema-form/schema-form.tsx';
import { type DescriptorTree, descriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { type FieldSchema, fieldOf } from '#lib/schema-form/schema/schema.ts';
import type { ApiType } from '#lib/schema-form/schema/starters.ts';
import { en } from '#messages/en.ts';
import { expose } from './harness.ts';

interface PageProps {
  readonly schema: FieldSchema;
  readonly type: ApiType;
  readonly descriptors: DescriptorTree;
  readonly text: string;
}

function Page({ schema, type, descriptors, text }: PageProps): ReactNode {
  const model = useFormModel({ schema, type }, text);
  const [target, setTarget] = useState<{ path: Path }>();
  return (
    <SchemaForm
      model={model}
      descriptors={descriptors}
      target={target}
      onTarget={(path) => {
        setTarget({ path });
      }}
    />
  );
}

expose((work, into) => {
  const schema = fieldOf(JSON.parse(work.schema));
  const object = JSON.parse(work.object) as Record<string, unknown>;
  const [group = '', version = ''] = String(object['apiVersion']).split('/');
  const type = { group, version, kind: String(object['kind']) };
  const descriptors = descriptorTree(JSON.parse(work.descriptors));
  const root = createRoot(into);
  flushSync(() => {
    root.render(
      <IntlProvider locale="en" messages={en} timeZone="UTC">
        <Page schema={schema} type={type} descriptors={descriptors} text={renderYaml(object)} />
      </IntlProvider>,
    );
  });
  return () => {
    root.unmount();
  };
});
