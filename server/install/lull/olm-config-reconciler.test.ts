import { expect, it } from 'vitest';
import { COPIED_FROM_LABEL } from '#lib/olm/api/labels.ts';
import type { OlmConfig } from '#lib/olm/api/types.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { plainWorld } from '#local/testing/worlds/plain-world.ts';
import { olmConfigKind } from './olm-config-reconciler.ts';

/** An operator for all namespaces, which are two; a copy of it lies in the other where that is said. */
async function seen(
  disableCopiedCSVs: boolean,
  { isCopied, name = 'cluster' }: { isCopied: boolean; name?: string },
): Promise<unknown> {
  const { world, put } = plainWorld();
  const config: OlmConfig = {
    ...{ apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name } },
    spec: { features: { disableCopiedCSVs } },
  };
  const group = { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', spec: {} };
  put('olmConfigs', config);
  for (const namespace of ['team-a', 'team-b'])
    put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  put('operatorGroups', { ...group, metadata: { name: 'group', namespace: 'team-a' } });
  put('clusterServiceVersions', anInstallableCsv('a.v1', { status: { phase: 'Succeeded' } }));
  const metadata = { namespace: 'team-b', labels: { [COPIED_FROM_LABEL]: 'team-a' } };
  const status = { phase: 'Succeeded' as const, reason: 'Copied' };
  if (isCopied) put('clusterServiceVersions', anInstallableCsv('a.v1', { metadata, status }));
  const { signal } = new AbortController();
  return olmConfigKind.observe({ world, key: name, object: config, missing: new Set(), signal });
}

it.each([
  { switched: 'on', isCopied: false, isMissing: true, isLeft: false },
  // Made by somebody else, of a state that nobody knows.
  { switched: 'on', isCopied: true, isMissing: true, isLeft: false },
  { switched: 'off', isCopied: true, isMissing: false, isLeft: true },
  { switched: 'off', isCopied: false, isMissing: false, isLeft: false },
])('1f.7 copies $switched, there: $isCopied: missing $isMissing, left $isLeft', async (row) => {
  const { switched, isCopied, isMissing, isLeft } = row;
  expect(await seen(switched === 'off', { isCopied })).toMatchObject({ isMissing, isLeft });
});

it('1f.7 an OLMConfig of another name counts for nothing', async () => {
  expect(await seen(true, { isCopied: true, name: 'other' })).toBeUndefined();
});
