/**
 * The console's page that makes a new instance, in any browser page, without Next and without a cluster: `window.formPage`
 * opens it for one kind after the other.
 */
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { NewInstance } from '#components/instances/create/new-instance.tsx';
import { ConsoleProviders } from '#components/shell/providers.tsx';
import type { TypeName } from '#lib/schema-form/schema/instance-type.ts';
import { sameValue } from '#lib/schema-form/schema/path.ts';
import { en } from '#messages/en.ts';
import { pressButton, until } from './hands.ts';
import { makeCluster } from './made-cluster.ts';
import type { Holdings } from './made-cluster.ts';
import './walk.ts';
import type { Given } from './walk.ts';

export interface Opening extends Holdings {
  readonly name: TypeName;
  /** As the address of the page says it. */
  readonly namespace: string;
  readonly given: Given;
}

export interface FormPage {
  /** Everything wrong with the form of one kind, and with what it makes. */
  readonly walk: (opening: Opening) => Promise<string[]>;
}

declare global {
  interface Window {
    formPage: FormPage;
  }
}

const router = {
  back: () => undefined,
  forward: () => undefined,
  refresh: () => undefined,
  push: () => undefined,
  replace: () => undefined,
  prefetch: () => undefined,
  bfcacheId: '',
};

/** Takes the last form away; until then it can be looked at. */
let remove: () => void = () => undefined;

window.formPage = {
  walk: async (opening) => {
    remove();
    const created = makeCluster(opening);
    remove = mount(opening);
    await window.formWalk.open();
    const wrong = await window.formWalk.walk(opening.given);
    return wrong.length > 0 ? wrong : creationAmiss(opening.given, created);
  },
};

function mount({ name, namespace }: Opening): () => void {
  const main = document.createElement('main');
  document.body.replaceChildren(main);
  const root = createRoot(main);
  root.render(
    <StrictMode>
      <AppRouterContext value={router}>
        <SearchParamsContext value={new URLSearchParams({ namespace })}>
          <IntlProvider locale="en" messages={en} timeZone="UTC">
            <ConsoleProviders>
              <NewInstance name={name} />
            </ConsoleProviders>
          </IntlProvider>
        </SearchParamsContext>
      </AppRouterContext>
    </StrictMode>,
  );
  return () => {
    root.unmount();
  };
}

/** What is right is sent as it stands, once; what is marked as wrong was not sent. */
async function creationAmiss({ object }: Given, created: readonly unknown[]): Promise<string[]> {
  if (document.querySelector('[data-path][aria-invalid="true"], [data-section][data-invalid]') !== null)
    return created.length === 0 ? [] : ['the form sent what it marks as wrong'];
  await pressButton('Create');
  await until(() => created.length > 0);
  return sameValue(created, [object]) ? [] : [`what was sent is ${JSON.stringify(created)}`];
}
