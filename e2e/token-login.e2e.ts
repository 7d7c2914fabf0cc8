/** The console as people reach it in a cluster: it knows nobody until they bring a token. */
import type { Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { tokenOfPerson } from '#local/testing/people/person.ts';
import { eventually, expect, test } from './fixtures/capstan.ts';

test.use({ restrictions: ['--auth', 'token'] });

const namespace = 'default';
const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const place = '/operators?namespace=default';

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a token signs in, leads back to the place, and its end leads to the door again', async ({
  browser,
  capstan,
}) => {
  const name = 'token-login';
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, { name, namespace, rights: everything });
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(capstan.origin + place);
    await expect(page.getByRole('heading', { name: 'Sign in to Capstan' })).toBeVisible();
    await signIn(page, 'no-token-of-this-cluster');
    await expect(page.getByRole('alert')).toContainText('does not accept this token');
    await signIn(page, token);
    await expect(page).toHaveURL(capstan.origin + place);
    await expect(page.getByText(`system:serviceaccount:${namespace}:${name}`).first()).toBeVisible();

    // Another site cannot read or send it, nor can a script; and nothing of it is in the address.
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.value).not.toContain(token.split('.')[1]);

    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('You have signed out.')).toBeVisible();
    expect(await context.cookies()).toEqual([]);

    await page.goto(capstan.origin + place);
    await signIn(page, token);
    await expect(page).toHaveURL(capstan.origin + place);
    await capstan.kube.delete(resources.serviceAccounts, { namespace, name });
    // The page asks the cluster by itself now and then, and learns of it.
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('to')).toBe(place);
  } finally {
    await context.close();
  }
});

test('who may see one namespace alone is refused the others by the cluster', async ({ browser, capstan }) => {
  const who = {
    name: 'reader',
    namespace,
    rights: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
  };
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, who);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(`${capstan.origin}/sign-in`);
    await signIn(page, token);
    await expect(page).toHaveURL(/\/catalog/);
    const read = (where: string): Promise<number> =>
      page.evaluate(async (path) => (await fetch(path)).status, `/k8s/api/v1/namespaces/${where}/configmaps`);
    await eventually(async () => {
      expect([await read(namespace), await read('kube-system')]).toEqual([200, 403]);
    });
  } finally {
    await context.close();
  }
});

test('who may only look is told who could add OperatorHub.io', async ({ browser, capstan }) => {
  const home = 'capstan-system';
  const read = { apiGroups: ['operators.coreos.com'], resources: ['catalogsources'] };
  const who = { name: 'looker', namespace: home, rights: [{ ...read, verbs: ['get', 'list', 'watch'] }] };
  const token = await tokenOfPerson(capstan.cluster.kubeconfig, who);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(`${capstan.origin}/sign-in`);
    await signIn(page, token);
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('button', { name: 'Add OperatorHub.io' })).toBeDisabled();
    await expect(steps).toContainText('is a right that an administrator can grant');
  } finally {
    await context.close();
  }
});
