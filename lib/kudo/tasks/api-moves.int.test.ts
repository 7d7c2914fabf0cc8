/** Objects of removed versions, moved, as a real API server takes them. */
import { expect, it } from 'vitest';
import { type RawApi, rawApi } from '#local/testing/raw-api.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { MOVED } from '../../testing/removed-apis.ts';
import { movedObject } from './api-moves.ts';

interface ServedKind {
  kind: string;
  name: string;
  namespaced: boolean;
}

async function answer(api: RawApi, object: KubeObject): Promise<string> {
  const served = await api.request('GET', `/apis/${object.apiVersion}`);
  const { resources } = served.body as { resources: ServedKind[] };
  const type = resources.find(({ kind, name }) => kind === object.kind && !name.includes('/'));
  const place = `${type?.namespaced === true ? 'namespaces/default/' : ''}${type?.name ?? '?'}`;
  const path = `/apis/${object.apiVersion}/${place}?dryRun=All&fieldValidation=Strict`;
  const { status, body } = await api.request('POST', path, object);
  return status === 201 ? 'taken' : String((body as { message?: unknown }).message);
}

it('KUDO 64: the API server takes what is moved, under strict validation', async () => {
  await using api = rawApi(sharedTestCluster());
  const refusals: Record<string, string> = {};
  for (const { name, from } of MOVED) {
    const moved = movedObject(from)?.object;
    if (moved === undefined) throw new Error(`${name} is not moved`);
    const said = await answer(api, moved);
    if (said !== 'taken') refusals[name] = said;
  }
  // What it asks for is made up.
  expect(refusals).toEqual({
    'CertificateSigningRequest with what is asked for': expect.stringContaining('PEM block') as string,
  });
});
