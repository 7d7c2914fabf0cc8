/** What a catalog says is hostile text: nothing of it runs, nothing of it is fetched, and its neighbours are there. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { optional } from '#lib/base/loose.ts';
import { urls } from '#lib/urls.ts';
import { expect, test as base } from './fixtures/capstan.ts';

const MARK = 'window.capstanPwned=1';

const svg = (
  elsewhere: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${MARK}" width="40" height="40">
<script>${MARK}</script><style>@import url(${elsewhere}/style.css); rect { fill: url(${elsewhere}/fill.svg#a) }</style>
<foreignObject width="40" height="40"><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${MARK}"/></foreignObject>
<image href="${elsewhere}/image.png" width="9" height="9"/><use xlink:href="${elsewhere}/use.svg#a"/>
<a xlink:href="javascript:${MARK}"><rect width="40" height="40"/></a></svg>`;

const description = (elsewhere: string): string => `# Harmless?
<script>${MARK}</script> <img src=x onerror="${MARK}"> <svg onload="${MARK}"></svg>
<iframe srcdoc="<script>parent.${MARK}</script>"></iframe>
[press me](javascript:${MARK}) [or me](data:text/html,<script>${MARK}</script>) ![picture](${elsewhere}/picture.png)
<style>@import url(${elsewhere}/page.css)</style> <base href="${elsewhere}/"> <meta http-equiv="refresh" content="0;url=${elsewhere}/">
`;

const csvMetadata = (elsewhere: string): object => ({
  displayName: `\u202eevil</title><script>${MARK}</script>${'long '.repeat(2_000)}`,
  description: description(elsewhere),
  annotations: {
    description: `<img src=x onerror="${MARK}">`,
    repository: `javascript:${MARK}`,
    'alm-examples': `[{"kind":"</script><script>${MARK}</script>","__proto__":{"polluted":true}}]`,
  },
  provider: { name: `<b onmouseover="${MARK}">maker</b>`, url: `javascript:${MARK}` },
  links: [
    { name: 'script', url: `javascript:${MARK}` },
    { name: 'data', url: `data:text/html,<script>${MARK}</script>` },
  ],
  maintainers: [{ name: `"><script>${MARK}</script>`, email: `a@b.c?body=<script>` }],
  keywords: ['__proto__', 'constructor', `<script>${MARK}</script>`],
  installModes: [{ type: 'AllNamespaces', supported: true }],
});

function fbc(name: string, metadata: object, icon?: object): unknown[] {
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable', ...optional({ icon }) },
    { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: `${name}.v1.0.0` }] },
    {
      schema: 'olm.bundle',
      package: name,
      name: `${name}.v1.0.0`,
      image: `registry.example.com/${name}:v1`,
      properties: [
        { type: 'olm.package', value: { packageName: name, version: '1.0.0' } },
        { type: 'olm.csv.metadata', value: metadata },
      ],
    },
  ];
}

function content(elsewhere: string): string {
  const icon = { base64data: Buffer.from(svg(elsewhere)).toString('base64'), mediatype: 'image/svg+xml' };
  const entries = [
    ...fbc('evil', csvMetadata(elsewhere), icon),
    ...fbc('constructor', { displayName: 'Constructor' }),
    ...fbc('neighbour', { displayName: 'Neighbour' }),
  ].map((entry) => JSON.stringify(entry));
  const deep = `{"schema":"olm.bundle","name":"deep","package":"evil","properties":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const polluting = '{"schema":"olm.package","name":"polluting","__proto__":{"polluted":true}}';
  return [deep, polluting, '{"schema":"olm.package","na', ...entries].join('\n');
}

/** What another site was asked for. */
const asked: string[] = [];

const test = base.extend<object, { catalogs: readonly { name: string; folder: string }[] }>({
  catalogs: [
    async ({}, use) => {
      const server = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end();
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      // A server that listens on a port has such an address.
      const { port } = server.address() as AddressInfo;
      const folder = await mkdtemp(join(tmpdir(), 'capstan-hostile-'));
      await writeFile(join(folder, 'catalog.jsonl'), content(`http://evil.test:${String(port)}`));
      await use([{ name: 'hostile', folder }]);
      await rm(folder, { recursive: true });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
});

// The icon opened as a page is what the browser is to refuse, piece by piece.
test.use({ expectedErrors: [/api\/catalog\/icons\/capstan-system\/hostile\/evil/] });

async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate('window.capstanPwned')).toBeUndefined();
  expect(await page.evaluate('({}).polluted')).toBeUndefined();
  const links = await page
    .locator('a[href]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => /^\s*(javascript|data|vbscript):/i.test(href))).toEqual([]);
}

test('a hostile package is text and a picture, and its neighbours are there', async ({ page }) => {
  const ref = { catalogNamespace: 'capstan-system', catalog: 'hostile', package: 'evil' };
  await page.goto(urls.catalog());
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /Neighbour/ })).toBeVisible();
  await expect(main.getByRole('link', { name: /Constructor/ })).toBeVisible();
  await expect(main.getByRole('link', { name: /evil/ })).toBeVisible();
  const icon = main.locator('img[src*="/evil"]');
  await icon.scrollIntoViewIfNeeded();
  await expect
    .poll(() => icon.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  await expectUnharmed(page);

  await test.step('its page shows its text as text', async () => {
    await page.goto(urls.package(ref));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('evil');
    await expect(main.getByText(/press me/).first()).toBeVisible();
    await expectUnharmed(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, 'wider than the window').toBeLessThanOrEqual(0);
  });

  await test.step('its icon opened as a page does nothing', async () => {
    const answer = await page.goto(urls.icon(ref));
    expect(answer?.headers()['content-security-policy']).toContain('sandbox');
    expect(answer?.headers()['x-content-type-options']).toBe('nosniff');
    expect(await page.evaluate('window.capstanPwned').catch(() => undefined)).toBeUndefined();
  });
  expect(asked).toEqual([]);
});
