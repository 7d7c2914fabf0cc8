import { expect, test } from './fixtures/capstan.ts';
import { openPackage } from './fixtures/steps.ts';

test.use({ restrictions: ['--read-only'], expectedErrors: [/403 \(Forbidden\)/] });

test('a read-only console shows everything, offers nothing and lets nothing by', async ({ page }) => {
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible();

  await openPackage(page, 'flight', /Flight Ticket/);
  await page.getByRole('link', { name: 'Install', exact: true }).click();
  await page.getByLabel('Installed namespace').fill('never');
  const button = page.getByRole('button', { name: 'Install', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription('This console is read-only.');

  const refusal = await page.evaluate(async () => {
    const response = await fetch('/k8s/api/v1/namespaces', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-capstan-request': '1' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'never' } }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  });
  expect(refusal).toMatchObject({ status: 403, body: { kind: 'readOnly' } });
});
