import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tool, ToolName } from './tools.ts';
import { isAtLeast, isSuitable, linkerFlags, parsePins, parseVersion, tools } from './tools.ts';

const goMod = `module example.dev/control-plane

go 1.26.0

require k8s.io/kubernetes v1.36.3 // indirect

require (
	go.etcd.io/etcd/server/v3 v3.7.3 // indirect
	sigs.k8s.io/kwok v0.8.0 // indirect
)
`;
const pins = parsePins(goMod);

describe('parseVersion', () => {
  const rows = [
    { text: 'Kubernetes v1.36.3', want: '1.36.3' },
    { text: 'etcd Version: 3.7.3\nGit SHA: 1a2b3c4\nGo Version: go1.26.8', want: '3.7.3' },
    { text: 'kwok version v0.8.0 go1.26.8 (linux/amd64)', want: '0.8.0' },
    { text: 'Client Version: v1.32.4-dispatcher\nKustomize Version: v5.5.0', want: '1.32.4' },
    { text: '1.27 linux/amd64', want: '1.27.0' },
    { text: 'command not found', want: undefined },
  ];
  it.each(rows)('$text', ({ text, want }) => {
    const found = parseVersion(text);
    expect(found && `${String(found.major)}.${String(found.minor)}.${String(found.patch)}`).toBe(want);
  });
});

describe('parsePins', () => {
  it('reads the pins of our go.mod', () => {
    const own = parsePins(readFileSync(join(import.meta.dirname, '..', 'control-plane', 'go.mod'), 'utf8'));
    expect([...own.modules.keys()]).toEqual([
      'k8s.io/kubernetes',
      'go.etcd.io/etcd/server/v3',
      'sigs.k8s.io/kwok',
    ]);
  });

  it('takes what the go.mod of the oldest version does not name from the usual one', () => {
    const oldest = parsePins('go 1.26.0\n\nrequire k8s.io/kubernetes v1.33.13\n', pins);
    const text = [...oldest.modules.values()].map(({ major, minor }) => `${String(major)}.${String(minor)}`);
    expect(text).toEqual(['1.33', '3.7', '0.8']);
  });

  it('says which pin is missing', () => {
    expect(() => parsePins('go 1.26.0\n')).toThrow('no version of k8s.io/kubernetes');
  });
});

describe('isSuitable', () => {
  const rows: { tool: ToolName; found: string; want: boolean }[] = [
    { tool: 'kube-apiserver', found: '1.36.0', want: true },
    { tool: 'kube-apiserver', found: '1.35.9', want: false },
    { tool: 'kubectl', found: '1.32.4', want: false },
    { tool: 'etcd', found: '3.6.4', want: true },
    { tool: 'etcd', found: '3.5.21', want: false },
    { tool: 'kwok', found: '0.8.4', want: true },
    { tool: 'kwokctl', found: '0.7.0', want: false },
    { tool: 'kwokctl', found: 'nonsense', want: false },
  ];
  it.each(rows)('$tool $found → $want', ({ tool, found, want }) => {
    expect(isSuitable(toolNamed(tool), parseVersion(found), pins)).toBe(want);
  });
});

describe('isAtLeast', () => {
  const rows = [
    { found: '1.26', want: true },
    { found: '1.27.1', want: true },
    { found: '2.0', want: true },
    { found: '1.25.9', want: false },
    { found: '', want: false },
  ];
  it.each(rows)('Go $found → $want', ({ found, want }) => {
    expect(isAtLeast(parseVersion(found), pins.go)).toBe(want);
  });
});

it('tells Kubernetes programs their version, and others nothing', () => {
  expect(linkerFlags(toolNamed('kube-apiserver'), pins)).toBe(
    '-s -w -X k8s.io/component-base/version.gitVersion=v1.36.3 ' +
      '-X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=36',
  );
  expect(linkerFlags(toolNamed('etcd'), pins)).toBe('-s -w');
});

function toolNamed(name: ToolName): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}
