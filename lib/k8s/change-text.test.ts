import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { optional } from '../base/loose.ts';
import { kubectlOf, shellWord, yamlOf, yamlText } from './change-text.ts';
import type { Change } from './change.ts';
import type { KubeObject } from './object.ts';
import { resources } from './resources.ts';

const stored: KubeObject = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: {
    name: 'argocd',
    namespace: 'tools',
    uid: 'u-1',
    resourceVersion: '7',
    generation: 2,
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { team: 'a' },
    managedFields: [{}],
  },
  spec: { name: 'argocd', channel: 'alpha' },
  status: { state: 'AtLatestKnown' },
};
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'tools' } };
const ref = { namespace: 'tools', name: 'argocd' };
const deletion: Change = { verb: 'delete', resource: resources.subscriptions, ref, uid: 'u-1' };

function patchOf(body: Record<string, unknown>, before?: KubeObject): Change {
  return {
    verb: 'patch',
    resource: resources.subscriptions,
    ref,
    patch: { type: 'merge', body },
    ...optional({ before }),
  };
}

describe('kubectlOf', () => {
  it.each<[string, Change, string]>([
    [
      'creates from a here-document',
      { verb: 'create', resource: resources.namespaces, object: namespace },
      "kubectl create --filename - <<'EOF'\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: tools\nEOF",
    ],
    [
      'patches',
      patchOf({ spec: { channel: "it's" } }),
      'kubectl patch subscriptions.v1alpha1.operators.coreos.com/argocd --namespace tools --type merge --patch \'{"spec":{"channel":"it\'\\\'\'s"}}\'',
    ],
    [
      'deletes as the console does: in the background, without waiting',
      deletion,
      'kubectl delete subscriptions.v1alpha1.operators.coreos.com/argocd --namespace tools --cascade=background --ignore-not-found --wait=false',
    ],
    [
      'names core types by their plural',
      { verb: 'delete', resource: resources.namespaces, ref: { name: 'tools' }, propagation: 'Orphan' },
      'kubectl delete namespaces/tools --cascade=orphan --ignore-not-found --wait=false',
    ],
  ])('%s', (_name, change, want) => {
    expect(kubectlOf([change])).toBe(want);
  });

  it('replaces only what was read: the resourceVersion goes along, managedFields do not', () => {
    const text = kubectlOf([{ verb: 'replace', resource: resources.subscriptions, object: stored }]);
    expect(text).toMatch(/^kubectl replace --filename - <<'EOF'\n/);
    expect(text).toContain('resourceVersion: "7"');
    expect(text).not.toContain('managedFields');
  });

  it('puts one command under the other', () => {
    expect(kubectlOf([deletion, deletion]).split('\n')).toHaveLength(2);
  });

  it('ends a here-document by a line that it does not hold', () => {
    const object: KubeObject = { ...namespace, EOF: { EOF_: 1 }, text: 'EOF\n' };
    const text = kubectlOf([{ verb: 'create', resource: resources.namespaces, object }]);
    expect(text.split('\n').filter((line) => line === text.split('\n').at(-1))).toHaveLength(1);
  });
});

describe('shellWord', () => {
  it.each([
    ['argocd', 'argocd'],
    ['a/b=c,d.e:f', 'a/b=c,d.e:f'],
    ['', "''"],
    ['two words', "'two words'"],
    ['$(rm -rf)`x`"', "'$(rm -rf)`x`\"'"],
    ["it's", "'it'\\''s'"],
    ['~', "'~'"],
    ['\u001b[201~', `"$(printf '\\033\\133\\062\\060\\061\\176')"`],
  ])('%j', (text, want) => {
    expect(shellWord(text)).toBe(want);
  });
});

describe('yamlOf', () => {
  it('leaves out what only the cluster writes', () => {
    const text = yamlOf([{ verb: 'replace', resource: resources.subscriptions, object: stored }]);
    expect(parse(text)).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'argocd', namespace: 'tools', labels: { team: 'a' } },
      spec: { name: 'argocd', channel: 'alpha' },
    });
  });

  it('shows the whole object after a patch where it is known', () => {
    const text = yamlOf([patchOf({ spec: { channel: 'beta' } }, stored)]);
    expect(parse(text)).toMatchObject({
      spec: { name: 'argocd', channel: 'beta' },
      metadata: { labels: { team: 'a' } },
    });
  });

  it('shows what a patch sets where the object is not known', () => {
    const text = yamlOf([patchOf({ spec: { channel: 'beta' } })]);
    expect(text).toMatch(/^# Only the fields that change of Subscription argocd in namespace tools\./);
    expect(parse(text)).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'argocd', namespace: 'tools' },
      spec: { channel: 'beta' },
    });
  });

  it('tells what to take out, as a comment', () => {
    const text = yamlOf([{ verb: 'create', resource: resources.namespaces, object: namespace }, deletion]);
    const [first, second] = text.split('---\n');
    expect(parse(first ?? '')).toEqual(namespace);
    expect(parse(second ?? '')).toBeNull();
    expect(second).toContain(
      '# Take this object out of the repository: Subscription argocd in namespace tools.',
    );
  });

  it('tells a JSON patch as a comment', () => {
    const patch = { type: 'json', body: [{ op: 'remove', path: '/spec/channel' }] } as const;
    const text = yamlOf([{ verb: 'patch', resource: resources.subscriptions, ref, patch }]);
    expect(text).toContain('# {"op":"remove","path":"/spec/channel"}');
    expect(parse(text)).toBeNull();
  });

  it('lets no name break out of a comment', () => {
    const text = yamlOf([{ ...deletion, ref: { name: 'a\nkind: Secret\u001b', namespace: 'b' } }]);
    expect(parse(text)).toBeNull();
    expect(text).not.toContain('\u001b');
  });
});

describe('yamlText', () => {
  it.each([
    ...[
      'yes',
      'on',
      'n',
      '~',
      'null',
      '012',
      '0o17',
      '1:30',
      '1_000',
      '1e3',
      '.inf',
      '<<',
      '=',
      '- x',
      '# x',
      'a: b',
    ],
    ...[
      '',
      ' lead',
      'trail ',
      '\ttab',
      'a\nb\n',
      '\n\n',
      'a\r\nb',
      '2001-01-01',
      '---',
      'a\u0085b\u2028c',
      '😀',
    ],
  ])('keeps %j as a value and as a key', (text) => {
    const value = { value: text, list: [text], [text]: 'key' };
    expect(parse(yamlText(value))).toEqual(value);
  });

  it('keeps every digit of large integers', () => {
    expect(yamlText({ a: 12345678901234567890n })).toBe('a: 12345678901234567890\n');
  });

  it.each(['\u001b[201~', '\u009b31m', 'a\u202eb', 'a\u200bb', '\u007f'])('writes %j in ASCII', (text) => {
    const written = yamlText({ a: text, b: `${text}\nsecond` });
    expect(written).toMatch(/^[\n -~]*$/);
    expect(parse(written)).toEqual({ a: text, b: `${text}\nsecond` });
  });
});

describe('an apply', () => {
  const object = { ...namespace, metadata: { name: 'tools', uid: 'u-1', labels: { team: 'b' } } };
  const change: Change = { verb: 'apply', resource: resources.namespaces, object };

  it('is one command, which takes fields over only when asked to', () => {
    expect(kubectlOf([change])).toMatch(
      /^kubectl apply --server-side --field-manager capstan-console --filename - <<'EOF'\n[^]*team: b\nEOF$/,
    );
    expect(kubectlOf([{ ...change, force: true }])).toContain(' --force-conflicts --filename');
  });

  it('is YAML to merge, without what only the cluster writes', () => {
    const text = yamlOf([change]);
    expect(text).toMatch(/^# The fields of Namespace tools that are set here, and no others\.\n#/);
    expect(parse(text)).toEqual({ ...namespace, metadata: { name: 'tools', labels: { team: 'b' } } });
  });
});
