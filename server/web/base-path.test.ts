import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { putBelow, putListsBelow } from './base-path.ts';

it('puts addresses of the build below the path, and touches nothing else', () => {
  const built = 'a("/_next/static/a.js"),b("/x/_next/"),c("/_nextelse"),d(/_next/)';
  expect(putBelow('/tools', built)).toBe(built.replace('"/_next/static', '"/tools/_next/static'));
});

it('is there once Next reads its lists', () => {
  const root = join(import.meta.dirname, '..', '..');
  putListsBelow('/tools', root);
  const folder = mkdtempSync(join(tmpdir(), 'capstan-lists-'));
  try {
    const list = { clientModules: { a: { chunks: ['/_next/static/a.js'] } } };
    writeFileSync(
      join(folder, 'list.js'),
      `globalThis.__RSC_MANIFEST = ${JSON.stringify({ '/page': list })}`,
    );
    writeFileSync(join(folder, 'other.js'), `globalThis.other = "/_next/"`);
    // As Next does it.
    const load = nodeModule.createRequire(join(root, 'package.json'));
    const reader = load('next/dist/server/load-manifest.external.js') as {
      evalManifestFromRelativePath: (request: Record<string, string>) => Record<string, unknown>;
    };
    const read = (manifest: string): Record<string, unknown> =>
      reader.evalManifestFromRelativePath({ projectDir: folder, distDir: '.', manifest });
    const { __RSC_MANIFEST: lists } = read('list.js');
    expect(lists).toEqual({ '/page': { clientModules: { a: { chunks: ['/tools/_next/static/a.js'] } } } });
    expect(read('list.js')['__RSC_MANIFEST']).toBe(lists);
    expect(read('other.js')['other']).toBe('/_next/');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
