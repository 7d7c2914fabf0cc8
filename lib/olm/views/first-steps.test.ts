import { describe, expect, it } from 'vitest';
import type { SourceHealth } from '../api/catalog-answers.ts';
import type { CatalogTile } from '../content/tile.ts';
import { firstSteps, nothingInstalled } from './first-steps.ts';

const source = (name: string): SourceHealth => ({
  ...{ namespace: 'capstan-system', name, healthy: true, packages: 1, bundles: 1 },
  ...{ warnings: [], readAt: 1, digest: 'd' },
});

const tile = (name: string): CatalogTile => ({
  ...{
    catalogNamespace: 'capstan-system',
    catalog: 'samples',
    package: name,
    displayName: name,
    summary: '',
  },
  ...{
    categories: [],
    channels: [],
    defaultChannel: 'stable',
    headVersion: '1.0.0',
    headCsv: `${name}.v1.0.0`,
  },
  ...{ keywords: [], providedKinds: [], installModes: [], infrastructureFeatures: [] },
});

describe('First steps', () => {
  it('know the sample and OperatorHub.io where they are there', () => {
    const steps = firstSteps(
      [tile('other'), tile('flight-ticket')],
      [source('x'), source('operatorhubio-catalog')],
    );
    expect(steps.sample?.package).toBe('flight-ticket');
    expect(steps.hub?.name).toBe('operatorhubio-catalog');
    expect(firstSteps([tile('other')], [source('x')])).toEqual({ hub: undefined, sample: undefined });
  });

  it.each([
    ['both lists are empty', ['ready', 0], ['ready', 0], true],
    ['one has an object', ['ready', 1], ['ready', 0], false],
    ['one is not known yet', ['loading', 0], ['ready', 0], false],
    ['one has failed', ['error', 0], ['ready', 0], false],
    ['neither may be listed', ['forbidden', 0], ['forbidden', 0], true],
  ] as const)('are for newcomers: %s', (_title, [first, many], [second, more], wanted) => {
    const list = (state: string, length: number): { state: string; items: unknown[] } => ({
      state,
      items: Array.from({ length }),
    });
    expect(nothingInstalled(list(first, many), list(second, more))).toBe(wanted);
  });
});
