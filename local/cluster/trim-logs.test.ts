import {
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trimLogs } from './trim-logs.ts';

const MAX = 64 * 1024;
const line = 'a line as components write them\n';

function scratch(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-logs-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (name) => join(folder, name);
}

describe('trimLogs', () => {
  it('empties what is too long, keeps its end, and leaves the rest', () => {
    const at = scratch();
    writeFileSync(at('etcd.log'), line.repeat(10));
    writeFileSync(at('kube-apiserver.log'), `${line.repeat(4_000)}the last words\n`);
    writeFileSync(at('audit.log'), line.repeat(4_000));
    trimLogs(at(''), MAX);
    expect(readdirSync(at('')).sort()).toEqual([
      'audit.log',
      'etcd.log',
      'kube-apiserver.log',
      'kube-apiserver.log.1',
    ]);
    expect(statSync(at('kube-apiserver.log')).size).toBe(0);
    const kept = readFileSync(at('kube-apiserver.log.1'), 'utf8');
    expect(kept.length).toBeLessThanOrEqual(MAX);
    expect(kept.endsWith(`${line}the last words\n`)).toBe(true);
    expect(statSync(at('etcd.log')).size).toBe(line.length * 10);
    expect(statSync(at('audit.log')).size).toBe(line.length * 4_000);
  });

  it.each(['a', 'w'])('bounds the disk under a component that has opened its log by "%s"', (how) => {
    const at = scratch();
    const writer = openSync(at('etcd.log'), how);
    onTestFinished(() => {
      closeSync(writer);
    });
    for (let round = 0; round < 20; round += 1) {
      writeSync(writer, line.repeat(3_000));
      trimLogs(at(''), MAX);
      expect(statSync(at('etcd.log')).blocks * 512).toBeLessThanOrEqual(MAX + 8_192);
    }
    writeSync(writer, 'still heard\n');
    expect(readFileSync(at('etcd.log'), 'utf8')).toContain('still heard');
  });
});
