import { describe, expect, it } from 'vitest';
import { knownSums, pinnedReleases } from './binaries.ts';
import { checkMirror, onMirror, parseSums, releaseOf, sumIn, targetOf, type Target } from './releases.ts';
import { parsePins, tools } from './tools.ts';

const pins = parsePins(
  'go 1.26.0\nrequire k8s.io/kubernetes v1.36.3\nrequire go.etcd.io/etcd/server/v3 v3.7.3\nrequire sigs.k8s.io/kwok v0.8.0\n',
);
const SUM = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);

const urlOf = (name: string, target: Target): string | undefined => {
  const tool = tools.find((one) => one.name === name);
  return tool === undefined ? 'no such tool' : releaseOf(tool, pins, target)?.url;
};

describe('releaseOf', () => {
  const linux: Target = { os: 'linux', arch: 'amd64' };
  const mac: Target = { os: 'darwin', arch: 'arm64' };
  it.each([
    ['kube-apiserver', linux, 'https://dl.k8s.io/release/v1.36.3/bin/linux/amd64/kube-apiserver'],
    ['kube-apiserver', mac, undefined],
    ['kubectl', mac, 'https://dl.k8s.io/release/v1.36.3/bin/darwin/arm64/kubectl'],
    [
      'etcd',
      linux,
      'https://github.com/etcd-io/etcd/releases/download/v3.7.3/etcd-v3.7.3-linux-amd64.tar.gz',
    ],
    ['etcd', mac, 'https://github.com/etcd-io/etcd/releases/download/v3.7.3/etcd-v3.7.3-darwin-arm64.zip'],
    ['kwokctl', mac, 'https://github.com/kubernetes-sigs/kwok/releases/download/v0.8.0/kwokctl-darwin-arm64'],
  ])('%s for %o is %s', (name, target, want) => {
    expect(urlOf(name, target)).toBe(want);
  });
});

describe('targetOf', () => {
  it.each([
    ['linux', 'x64', 'linux/amd64'],
    ['darwin', 'arm64', 'darwin/arm64'],
    ['win32', 'x64', undefined],
    ['linux', 'riscv64', undefined],
  ])('%s %s → %s', (platform, arch, want) => {
    const target = targetOf(platform, arch);
    expect(target && `${target.os}/${target.arch}`).toBe(want);
  });
});

describe('sumIn', () => {
  const url = 'https://example.com/a/etcd.tar.gz';
  it.each([
    ['the sum alone', `${SUM}\n`, SUM],
    ['a list', `${OTHER}  other.tar.gz\n${SUM}  etcd.tar.gz\n`, SUM],
    ['a list of binary files', `${SUM} *etcd.tar.gz\n`, SUM],
    ['a list without the file', `${OTHER}  other.tar.gz\n`, undefined],
    ['a page of something else', '<html>not found</html>', undefined],
    ['nothing', '', undefined],
    ['a sum that is too short', `${SUM.slice(1)}\n`, undefined],
  ])('finds in %s', (_name, list, want) => {
    expect(sumIn(list, url)).toBe(want);
  });
});

describe('parseSums', () => {
  it('takes sums, and leaves unknown ones empty', () => {
    const text = JSON.stringify({ 'https://a/b': SUM, 'https://a/c': '' });
    expect(parseSums(text)).toEqual({ 'https://a/b': SUM, 'https://a/c': '' });
  });

  it.each([['{"https://a/b": "nonsense"}'], ['[]'], ['{"https://a/b": 1}'], ['null']])(
    'refuses %s',
    (text) => {
      expect(() => parseSums(text)).toThrow('no SHA-256 sum');
    },
  );

  it('has a place for each file that some machine would fetch, and for no other', () => {
    expect(Object.keys(knownSums())).toEqual(pinnedReleases().map(({ url }) => url));
  });
});

describe('a mirror', () => {
  it('has each file under its host and path', () => {
    expect(onMirror('https://dl.k8s.io/release/v1/x', 'http://10.0.0.1:8080/k8s/')).toBe(
      'http://10.0.0.1:8080/k8s/dl.k8s.io/release/v1/x',
    );
    expect(onMirror('https://dl.k8s.io/release/v1/x', undefined)).toBe('https://dl.k8s.io/release/v1/x');
  });

  it('is an address of the web', () => {
    expect(checkMirror('https://mirror.example/k8s')).toBe('https://mirror.example/k8s');
    expect(() => checkMirror('mirror.example')).toThrow('"mirror.example" is no address');
    expect(() => checkMirror('file:///tmp')).toThrow('is no address');
  });
});
