import { describe, expect, it } from 'vitest';
import { aBundle, aCsvSummary, aPackage } from '../../testing/catalog.ts';
import type { CsvSummary } from '../api/catalog.ts';
import { COMPARED, comparedPackage, comparedRefs, rowsThatDiffer, type ComparedPackage } from './compare.ts';
import { choosePackage } from './package-choice.ts';

const at = { catalogNamespace: 'olm', catalog: 'community' };

function compared(csv: Partial<CsvSummary> = {}, known = true): ComparedPackage {
  const bundle = aBundle('kafka', '1.2.0', {
    csv: aCsvSummary(csv),
    providedApis: ['Topic', 'Kafka', 'Kafka'].map((kind) => ({
      ...{
        group: 'kafka.example.com',
        version: 'v1',
        kind,
        name: `${kind.toLowerCase()}s.kafka.example.com`,
      },
    })),
    properties: [{ type: 'olm.package.required', value: { packageName: 'etcd', versionRange: '>=1.0.0' } }],
  });
  const pkg = {
    ...aPackage('kafka', { stable: [{ name: bundle.name }] }, { bundleList: [bundle] }),
    hasIcon: false,
  };
  const choice = choosePackage(pkg);
  if (choice === undefined) throw new Error('the package has a version');
  return comparedPackage(at, pkg, choice, known ? bundle.csv : undefined);
}

describe('packages side by side', () => {
  it('say what each offers first', () => {
    const said = compared({
      capabilityLevel: 'Auto Pilot',
      provider: 'Strimzi',
      installModes: [
        { type: 'OwnNamespace', supported: false },
        { type: 'AllNamespaces', supported: true },
      ],
      permissions: [
        {
          serviceAccount: 'a',
          scope: 'cluster',
          rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['*'] }],
        },
        { serviceAccount: 'b', scope: 'cluster', rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }] },
      ],
      webhooks: [
        { type: 'ValidatingAdmissionWebhook', name: 'a', matches: [] },
        { type: 'ValidatingAdmissionWebhook', name: 'b', matches: [] },
      ],
    });
    expect(said).toMatchObject({
      version: { version: '1.2.0', channel: 'stable' },
      versions: { versions: 1, channels: 1 },
      catalog: 'olm/community',
      capability: 'Auto Pilot',
      provider: 'Strimzi',
      apis: ['Kafka', 'Topic'],
      modes: ['AllNamespaces'],
      permissions: { cluster: 2, namespace: 0 },
      webhooks: ['ValidatingAdmissionWebhook'],
      needs: [{ kind: 'package', package: 'etcd', range: '>=1.0.0' }],
    });
    expect(said.risks?.map(({ severity }) => severity)).toEqual(['high', 'notable']);
    expect(said).not.toHaveProperty('kubernetes');
  });

  it('say nothing of rights that nobody knows yet', () => {
    const said = compared({}, false);
    expect(said).not.toHaveProperty('permissions');
    expect(said).not.toHaveProperty('risks');
    expect(said).not.toHaveProperty('webhooks');
    expect(compared({}).permissions).toEqual({ cluster: 0, namespace: 0 });
  });

  it('differ in the rows that say different things', () => {
    const [one, other] = [compared(), compared({ provider: 'Strimzi', minKubeVersion: '1.30.0' })];
    expect([...rowsThatDiffer([one, one, other])]).toEqual(['provider', 'kubernetes']);
    expect([...rowsThatDiffer([one, one])]).toEqual([]);
    expect([...rowsThatDiffer([one])]).toEqual(COMPARED);
  });

  it.each([
    ['each once', ['a/b/c', 'a/b/c'], ['c']],
    ['at most four', ['a/b/1', 'a/b/2', 'a/b/3', 'a/b/4', 'a/b/5'], ['1', '2', '3', '4']],
    ['not what is none', ['', 'a', 'a/b', 'a/b/', '//c', 'a/b/c'], ['c']],
    ['a name with slashes', ['a/b/c/d'], ['c/d']],
  ])('are read from an address: %s', (_, values, names) => {
    expect(comparedRefs(values).map((ref) => ref.package)).toEqual(names);
  });
});
