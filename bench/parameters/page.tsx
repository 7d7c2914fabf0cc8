/** The page with the form of an operator's parameters, as the install page has it. */
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { IntlProvider } from 'use-intl';
import { ParametersForm } from '#components/declarative/install/parameters-form.tsx';
import type { KudoOperatorVersion, ParameterForm } from '#lib/kudo/api/types.ts';
import { en } from '#messages/en.ts';
import { expose } from '../forms/harness.ts';

const nothing = (): void => undefined;

// `schema`: the OperatorVersion, `descriptors`: the form of its parameters, `object`: the values.
expose((work, into) => {
  // Written by the measurement in this very shape.
  const version = JSON.parse(work.schema) as KudoOperatorVersion;
  const form = JSON.parse(work.descriptors) as ParameterForm;
  const values = JSON.parse(work.object) as Record<string, string>;
  const root = createRoot(into);
  flushSync(() => {
    root.render(
      <IntlProvider locale="en" messages={en} timeZone="UTC">
        <ParametersForm version={version} form={form} initial={values} onChange={nothing} />
      </IntlProvider>,
    );
  });
  return () => {
    root.unmount();
  };
});
