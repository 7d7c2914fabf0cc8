/** The page with react-jsonschema-form, set up as well as one can for custom resources. */
import Form from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { expose } from './harness.ts';

const validator = customizeValidator({ ajvOptionsOverrides: { strict: false, validateFormats: false } });

function Page({ schema, object }: { readonly schema: RJSFSchema; readonly object: unknown }): ReactNode {
  const [data, setData] = useState(object);
  return (
    <Form
      schema={schema}
      validator={validator}
      formData={data}
      noHtml5Validate
      // With it each key press would validate the whole object, and the first one compile the schema for seconds.
      liveValidate={false}
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipDefaults',
        arrayMinItems: { populate: 'never' },
        constAsDefaults: 'never',
      }}
      onChange={(event) => {
        setData(event.formData);
      }}
    />
  );
}

type Raw = Record<string, unknown>;

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Int-or-string as text, untyped data as a map of texts, no `status`. */
function adapted(raw: unknown): RJSFSchema {
  if (!isRaw(raw)) return {};
  if (raw['x-kubernetes-int-or-string'] === true) return { type: ['string', 'integer'] };
  const { properties, items, additionalProperties, anyOf: _, oneOf: __, allOf: ___, ...rest } = raw;
  const made: Raw = { ...rest };
  if (isRaw(properties))
    made['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, adapted(property)]),
    );
  if (items !== undefined) made['items'] = adapted(items);
  if (isRaw(additionalProperties)) made['additionalProperties'] = adapted(additionalProperties);
  else if (raw['x-kubernetes-preserve-unknown-fields'] === true && properties === undefined)
    made['additionalProperties'] = { type: 'string' };
  return made;
}

expose((work, into) => {
  const whole = adapted(JSON.parse(work.schema));
  const { status: _, ...properties } = whole.properties ?? {};
  const object = JSON.parse(work.object) as unknown;
  const root = createRoot(into);
  flushSync(() => {
    root.render(<Page schema={{ ...whole, properties }} object={object} />);
  });
  return () => {
    root.unmount();
  };
});
