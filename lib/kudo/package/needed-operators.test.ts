import { expect, it } from 'vitest';
import { soundPackageWith } from '../../testing/kudo-package.ts';
import { NEEDED_OPERATORS_ANNOTATION } from '../api/labels.ts';
import { neededOperators, proposalText, proposedOperators, type NeededOperator } from './needed-operators.ts';
import { packageObjects } from './objects.ts';
import { readPackage } from './read.ts';

it.each<[text: string | undefined, needs: NeededOperator[]]>([
  [undefined, []],
  [' \n', []],
  ['etcd', [{ package: 'etcd' }]],
  [
    'cert-manager@stable, strimzi-kafka-operator@strimzi-0.49.x\netcd',
    [
      { package: 'cert-manager', channel: 'stable' },
      { package: 'strimzi-kafka-operator', channel: 'strimzi-0.49.x' },
      { package: 'etcd' },
    ],
  ],
])('%j names operators', (text, needs) => {
  expect(neededOperators(text)).toEqual(needs);
});

it.each([
  ['etcd@', '"etcd@" is not PACKAGE or PACKAGE@CHANNEL'],
  ['@stable', '"@stable" is not'],
  ['etcd@a@b', '"etcd@a@b" is not'],
  ["etcd';rm", `"etcd';rm" is not`],
  ["etcd@a'b", `"etcd@a'b" is not`],
  ['etcd '.repeat(21), 'more than 20 operators are needed'],
])('%j names none, and says why', (text, problem) => {
  expect(neededOperators(text)).toEqual({ problem: expect.stringContaining(problem) as string });
});

it('stays with the OperatorVersion of its package, and nothing else of its annotations does', () => {
  const files = soundPackageWith('operator.yaml', [
    'name: web\n',
    `name: web\nannotations: {${NEEDED_OPERATORS_ANNOTATION}: etcd, capstan.dev/reviewed: "{}"}\n`,
  ]);
  const { annotations } = packageObjects(readPackage(files)).version.metadata;
  expect(Object.keys(annotations ?? {}).sort()).toEqual([
    NEEDED_OPERATORS_ANNOTATION,
    'capstan.dev/parameter-form',
  ]);
  expect(annotations?.[NEEDED_OPERATORS_ANNOTATION]).toBe('etcd');
});

it('proposes a Subscription for each that nothing subscribes to', () => {
  const needs = neededOperators('etcd, cert-manager@stable, unheard-of');
  if ('problem' in needs) throw new Error(needs.problem);
  const proposals = proposedOperators(needs, {
    namespace: 'pier',
    subscribed: new Set(['etcd']),
    catalogOf: (name) => (name === 'cert-manager' ? { namespace: 'olm', name: 'community' } : undefined),
  });
  expect(proposals).toEqual([
    {
      need: { package: 'cert-manager', channel: 'stable' },
      subscription: {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { namespace: 'pier', name: 'cert-manager' },
        spec: { name: 'cert-manager', channel: 'stable', source: 'community', sourceNamespace: 'olm' },
      },
    },
    { need: { package: 'unheard-of' } },
  ]);
  expect(proposals.map((one) => proposalText('crane-1.0.0', one))).toEqual([
    expect.stringMatching(
      /^crane-1\.0\.0 needs operator cert-manager \(channel stable\), to which nothing subscribes; kubectl create -f - <<< '\{"apiVersion"/,
    ),
    'crane-1.0.0 needs operator unheard-of, to which nothing subscribes; no catalog of this cluster has it: add one that does',
  ]);
});
