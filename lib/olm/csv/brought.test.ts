/** Which CSVs a definition says brought it. `olm-csv-machine.md` is the list that rows are numbered by: section and row. */
import { describe, expect, it } from 'vitest';
import { aCrd, anInstallableCsv, crdMap, csvFactsOf, EARLIER, NOW } from '../../testing/install-facts.ts';
import { installedAlongside } from '../api/labels.ts';
import { decideCsv } from './decide.ts';
import type { CsvFacts } from './facts.ts';
import { checkRequirements } from './requirements.ts';

describe('the CSVs that brought a definition', () => {
  const alongside = (...names: string[]): CsvFacts['crds'] => {
    const crd = aCrd();
    const annotations = Object.assign(
      {},
      ...names.map((name) => installedAlongside({ name, namespace: 'team-a' })),
    );
    return crdMap({ ...crd, metadata: { ...crd.metadata, annotations } });
  };
  const pending = anInstallableCsv('tickets.v1.0.0', {
    spec: { replaces: 'tickets.v0.9.0' },
    status: { phase: 'Pending', reason: '', lastTransitionTime: EARLIER },
  });
  const before = anInstallableCsv('tickets.v0.9.0', { status: { phase: 'Replacing' } });

  it.each([
    {
      name: 'one before it alone',
      crds: alongside('tickets.v0.9.0'),
      want: 'PresentNotSatisfied CRD installed alongside other CSV(s): tickets.v0.9.0',
    },
    {
      name: 'both',
      crds: alongside('tickets.v0.9.0', 'tickets.v1.0.0'),
      want: 'Present CRD is present and Established condition is true',
    },
    {
      name: 'one that is gone',
      crds: alongside('tickets.v0.8.0'),
      want: 'Present CRD is present and Established condition is true',
    },
    { name: 'nobody', crds: alongside(), want: 'Present CRD is present and Established condition is true' },
  ])('1g.4 $name', ({ crds, want }) => {
    const given = csvFactsOf(pending, {
      crds,
      siblings: [before],
    });
    const [status] = checkRequirements(given).statuses;
    expect(`${status?.status ?? ''} ${status?.message ?? ''}`).toBe(want);
  });

  it('are named there no more once they are gone', () => {
    const going = anInstallableCsv('tickets.v1.0.0', {
      metadata: { deletionTimestamp: EARLIER, finalizers: ['operators.coreos.com/csv-cleanup'] },
    });
    const { actions } = decideCsv(csvFactsOf(going, { crds: alongside('tickets.v1.0.0', 'other.v1') }), NOW);
    const [key = ''] = Object.keys(installedAlongside({ name: 'tickets.v1.0.0', namespace: 'team-a' }));
    expect(actions[0]).toMatchObject({
      kind: 'patch',
      object: { kind: 'CustomResourceDefinition', metadata: { name: 'tickets.example.com' } },
      metadata: { annotations: { [key]: null } },
    });
  });
});
