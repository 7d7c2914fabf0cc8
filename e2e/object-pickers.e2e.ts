import type { Locator, Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { urls } from '#lib/urls.ts';
import { places, ticketsGroup } from '#local/testing/people/state.ts';
import { expect, test } from './fixtures/personas.ts';

const [amber] = places;
const moorings: Resource = {
  group: ticketsGroup,
  version: 'v1',
  plural: 'moorings',
  kind: 'Mooring',
  namespaced: true,
};

const text = { type: 'string' };
const spec = {
  type: 'object',
  properties: {
    tlsSecretName: text,
    passwordSecretRef: { type: 'object', properties: { name: text, key: text }, required: ['name', 'key'] },
    resources: {
      type: 'object',
      properties: {
        limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
        requests: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
      },
    },
  },
};

/** A type with fields that name Secrets, and the right of everybody to make its objects. */
const prepared = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `moorings.${ticketsGroup}` },
    spec: {
      group: ticketsGroup,
      names: { kind: 'Mooring', plural: 'moorings', singular: 'mooring', listKind: 'MooringList' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'quay-moorings' },
    rules: [{ apiGroups: [ticketsGroup], resources: ['moorings'], verbs: ['*'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'quay-moorings' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'quay-moorings' },
    subjects: [{ kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:authenticated' }],
  },
];

const cargo = { apiVersion: 'v1', kind: 'List', items: prepared };

test.beforeAll(async ({ wharf }) => {
  await wharf.apply(JSON.stringify(cargo));
});

test('without the right to list Secrets their names can be typed', async ({ visitor, wharf }) => {
  await visitor.become(wharf.person('editor-without-secrets'));
  const form = await openForm(visitor.page, wharf.origin);
  const picker = form.getByRole('combobox', { name: /Secret Name/ });
  await picker.fill('rope-tls');
  await expect(picker).toHaveAccessibleDescription(/list secrets in namespace quay-amber/);
  await expect(picker).not.toHaveAttribute('aria-invalid');
  await expect(yamlOf(visitor.page)).toContainText('tlsSecretName: rope-tls');
  await expect(form.getByRole('button', { name: 'Create Secret' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(visitor.complaints()).toEqual([]);
});

test('Secrets are offered as they come, and made in place', async ({ visitor, wharf }) => {
  const editor = wharf.person('editor');
  const { page: browser } = visitor;
  await visitor.become(editor);
  const form = await openForm(browser, wharf.origin);
  const picker = form.getByRole('combobox', { name: /Secret Name/ });

  await test.step('a name of nothing is a remark, and no mistake', async () => {
    await picker.fill('rope');
    await expect(picker).toHaveAccessibleDescription('Secret rope does not exist yet.');
    await expect(picker).not.toHaveAttribute('aria-invalid');
  });

  await test.step('what comes into being is offered', async () => {
    await editor.client.create(resources.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'rope-tls', namespace: amber },
      stringData: { 'tls.crt': 'x' },
    });
    const options = browser.getByRole('listbox', { name: 'Secret objects' });
    await expect(options.getByRole('option', { name: 'rope-tls' })).toBeVisible();
    await picker.press('ArrowDown');
    await picker.press('Enter');
    await expect(picker).toHaveValue('rope-tls');
    await expect(options).toBeHidden();
    await expect(yamlOf(browser)).toContainText('tlsSecretName: rope-tls');
  });

  await test.step('a Secret is made without leaving the form', async () => {
    await openSection(form, 'Password Secret Ref');
    const reference = form.getByRole('region', { name: 'Password Secret Ref' });
    await reference.getByRole('button', { name: 'Create Secret' }).click();
    const dialog = browser.getByRole('dialog', { name: 'Create Secret' });
    await dialog.getByLabel('Name', { exact: true }).fill('rope-password');
    await dialog.getByLabel('Key 1').fill('password');
    await dialog.getByRole('textbox', { name: 'Value of password' }).fill('knot');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog).toBeHidden();
    const made = await editor.client.get(resources.secrets, { namespace: amber, name: 'rope-password' });
    expect(made['data']).toEqual({ password: 'a25vdA==' });
    const name = reference.getByRole('combobox', { name: 'Name of the Secret' });
    await expect(name).toHaveValue('rope-password');
  });

  await test.step('its keys are offered', async () => {
    const key = form.getByRole('combobox', { name: 'Key', exact: true });
    await key.click();
    await browser.getByRole('option', { name: 'password' }).click();
    await expect(yamlOf(browser)).toContainText('key: password');
  });
  expect(visitor.complaints()).toEqual([]);
});

test('resources are set in a grid, and leave nothing behind', async ({ visitor, wharf }) => {
  const { page: browser } = visitor;
  await visitor.become(wharf.person('editor'));
  const form = await openForm(browser, wharf.origin);
  await openSection(form, 'Resources');
  const limit = form.getByLabel('Limit of cpu');
  await limit.fill('500m');
  await form.getByLabel('Request of cpu').fill('1');
  await expect(yamlOf(browser)).toContainText('cpu: 500m');
  await expect(form.getByText('The request is higher than the limit', { exact: false })).toBeVisible();
  await limit.fill('');
  await form.getByLabel('Request of cpu').fill('');
  await expect(yamlOf(browser)).not.toContainText('resources:');
  expect(visitor.complaints()).toEqual([]);
});

async function openForm(browser: Page, origin: string): Promise<Locator> {
  await browser.goto(`${origin}${urls.newInstance(moorings, { namespace: amber })}`);
  await expect(browser.getByRole('heading', { level: 1, name: 'Create Mooring' })).toBeVisible();
  return browser.getByRole('main');
}

async function openSection(form: Locator, name: string): Promise<void> {
  const toggle = form.getByRole('button', { name: new RegExp(`^${name}`) });
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
}

function yamlOf(browser: Page): Locator {
  return browser.getByRole('region', { name: 'YAML view' });
}
