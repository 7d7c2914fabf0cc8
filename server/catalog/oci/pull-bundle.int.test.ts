import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { heldByFile } from '#local/testing/held.ts';
import { pushImage, type ImageOptions } from '#local/testing/registry/images.ts';
import { startRegistry } from '#local/testing/registry/registry.ts';
import { ticketsBundle } from '#local/testing/tickets.ts';
import { realClock } from '#server/kube/clock.ts';
import { ContentStore } from '../store/content-store.ts';
import { runJob } from '../indexer/run-job.ts';
import type { PullBundle } from '../store/bundle-images.ts';
import { createOutbound } from '../net/create-outbound.ts';
import { createPullBundle } from './pull-bundle.ts';

const LABEL = 'operators.operatorframework.io.bundle';
const held = heldByFile();
const registry = held.use(await startRegistry());

let root: string;
let pull: PullBundle;

beforeAll(async () => {
  const policy = { loopback: true, private: true };
  const outbound = held.adopt(createOutbound({ policy }), (one) => one.close());
  root = await mkdtemp(join(tmpdir(), 'capstan-bundles-'));
  held.defer(() => rm(root, { recursive: true, force: true }));
  pull = createPullBundle({
    fetch: (request) => outbound.fetch(request),
    clock: realClock,
    insecure: [],
    folders: {
      folder: () => mkdtemp(join(root, 'bundle-')),
      discard: (folder) => rm(folder, { recursive: true, force: true }),
    },
    processes: { run: runJob },
  });
});

const files = ticketsBundle('tickets', '1.0.0', {});
const manifests = Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('manifests/')));
const elsewhere = Object.fromEntries(Object.entries(manifests).map(([name, text]) => [`opt/${name}`, text]));
const metadata = { 'metadata/annotations.yaml': files['metadata/annotations.yaml'] ?? '' };
const named = { [`${LABEL}.package.v1`]: 'tickets' };

async function pulled(
  options: Pick<ImageOptions, 'labels'> & { files: Record<string, string> },
): Promise<string[]> {
  const name = `${registry?.host ?? ''}/bundles/tickets:1`;
  const { digest } = await pushImage(name, { ...options, layers: [{ files: options.files }] });
  const { content, imageDigest } = await pull(name, {
    namespace: 'tests',
    credentials: { auths: new Map() },
    signal: new AbortController().signal,
  });
  expect(imageDigest).toBe(digest);
  const objects = await new ContentStore(root).unpack(content.digest, content.packed);
  return objects?.map(({ kind }) => kind) ?? [];
}

describe.skipIf(registry === undefined)('bundles in a real registry', () => {
  it.each([
    ['with annotations', { files }],
    ['with labels alone', { files: manifests, labels: named }],
    [
      'with manifests elsewhere',
      { files: elsewhere, labels: { ...named, [`${LABEL}.manifests.v1`]: '/opt/manifests/' } },
    ],
  ])('%s are pulled', async (_name, options) => {
    expect(await pulled(options)).toEqual(['CustomResourceDefinition', 'ClusterServiceVersion', 'Service']);
  });

  it.each([
    ['without both', { files: manifests }, /neither metadata\/annotations\.yaml .* nor a label/],
    ['without a CSV', { files: metadata }, /exactly one ClusterServiceVersion and has 0/],
    [
      'of another kind',
      { files, labels: { [`${LABEL}.mediatype.v1`]: 'helm' } },
      /is helm, not registry\+v1/,
    ],
    [
      'with a manifest that is none',
      { files: { ...files, 'manifests/role.yaml': '{"kind": "Role"}' } },
      /manifests\/role\.yaml: .*apiVersion is missing/,
    ],
    [
      'with a torn manifest',
      { files: { ...files, 'manifests/z.yaml': 'a: [' } },
      /manifests\/z\.yaml line 1: /,
    ],
  ])('%s are refused, with the file named', async (_name, options, message) => {
    await expect(pulled(options)).rejects.toThrow(message);
  });

  it('leave nothing behind', async () => {
    expect(await readdir(root)).toEqual([]);
  });
});
