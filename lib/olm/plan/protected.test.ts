import { describe, expect, it } from 'vitest';
import { aCrd } from '../../testing/install-facts.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { protectedDefinition } from './protected.ts';

const bundle = { csv: 'keda.v2.0.0', package: 'keda' };
const crd = (group: string): KubeObject => aCrd(`things.${group}`);
const labelled = (group: string, label: string): KubeObject => {
  const { metadata, ...rest } = crd(group);
  return { ...rest, metadata: { ...metadata, labels: { 'olm.managed': 'true', [label]: '' } } };
};

const NOT_BROUGHT = 'which package keda has not brought';

describe('a definition of a bundle', () => {
  const rows: { name: string; group: string; existing?: KubeObject; want?: string }[] = [
    { name: 'of its own group, new', group: 'example.com' },
    { name: 'of its own group, there', group: 'example.com', existing: crd('example.com') },
    { name: 'of OLM, new', group: 'operators.coreos.com', want: 'come with the controller' },
    {
      name: 'of OLM, there',
      group: 'operators.coreos.com',
      existing: labelled('operators.coreos.com', 'operators.coreos.com/keda.team-a'),
      want: 'come with the controller',
    },
    { name: 'of its package list', group: 'packages.operators.coreos.com', want: 'come with the controller' },
    { name: 'of ours', group: 'any.capstan.dev', want: 'come with the controller' },
    { name: 'of somebody below OLM', group: 'binding.operators.coreos.com' },
    { name: 'of Kubernetes, new', group: 'keda.k8s.io' },
    {
      name: 'of Kubernetes, brought by the package',
      group: 'keda.k8s.io',
      existing: labelled('keda.k8s.io', 'operators.coreos.com/keda.team-b'),
    },
    {
      name: 'of Kubernetes, brought by another',
      group: 'keda.k8s.io',
      existing: labelled('keda.k8s.io', 'operators.coreos.com/keda-http.team-b'),
      want: NOT_BROUGHT,
    },
    {
      name: 'of Kubernetes, put in by an administrator',
      group: 'gateway.networking.k8s.io',
      existing: crd('gateway.networking.k8s.io'),
      want: NOT_BROUGHT,
    },
    { name: 'of k8s.io itself', group: 'k8s.io', existing: crd('k8s.io'), want: NOT_BROUGHT },
    {
      name: 'of the other name of Kubernetes',
      group: 'node.kubernetes.io',
      existing: crd('node.kubernetes.io'),
      want: NOT_BROUGHT,
    },
    { name: 'of an experiment', group: 'kueue.x-k8s.io', existing: crd('kueue.x-k8s.io') },
    { name: 'that only sounds alike', group: 'medik8s.io', existing: crd('medik8s.io') },
  ];
  it.each(rows)('$name', ({ group, existing, want }) => {
    const said = protectedDefinition(crd(group), existing, bundle);
    if (want === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(new RegExp(`^keda\\.v2\\.0\\.0 .*things\\.${group}.*${want}`));
  });

  it('is judged by its name and by its spec', () => {
    const named = { ...crd('example.com'), metadata: { name: 'subscriptions.operators.coreos.com' } };
    expect(protectedDefinition(named, undefined, bundle)).toContain('of operators.coreos.com');
    const meant = { ...crd('operators.coreos.com'), metadata: { name: 'subscriptions.example.com' } };
    expect(protectedDefinition(meant, undefined, bundle)).toContain('of operators.coreos.com');
  });
});
