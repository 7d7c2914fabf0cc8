/** What we remember of a cluster beside kwokctl's own files, and the kubeconfig we hand out. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ClusterPaths } from './paths.ts';

z.config({ jitless: true });

const Port = z.int().min(1).max(65_535);

export const ClusterRecord = z.object({
  ports: z.object({
    kubeApiserverPort: Port,
    etcdPort: Port,
    etcdPeerPort: Port,
    kwokControllerPort: Port,
    kubeControllerManagerPort: Port,
    kubeSchedulerPort: Port,
  }),
  /** Whether the API server writes an audit log. */
  audit: z.boolean(),
  /** Which stages KWOK was given; absent in clusters that have kwokctl's own. */
  stages: z.string().optional(),
  /** A throwaway cluster belongs to one process and is removed once that process is gone. */
  owner: z.object({ pid: z.int(), identity: z.string() }).optional(),
});

export type ClusterRecord = z.infer<typeof ClusterRecord>;

/** undefined when the cluster does not exist, or its creation was cut short. */
export function readRecord(paths: ClusterPaths): ClusterRecord | undefined {
  try {
    return ClusterRecord.parse(JSON.parse(readFileSync(paths.record, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeRecord(paths: ClusterPaths, record: ClusterRecord): void {
  replaceFile(paths.record, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Self-contained, so that it can be copied, and named after the cluster rather than after its runtime. */
export function writeKubeconfig(paths: ClusterPaths, name: string, ports: ClusterRecord['ports']): void {
  const embed = (file: string): string => readFileSync(join(paths.pki, file)).toString('base64');
  replaceFile(
    paths.kubeconfig,
    `apiVersion: v1
kind: Config
current-context: ${name}
clusters:
  - name: ${name}
    cluster:
      server: ${serverUrl(ports)}
      certificate-authority-data: ${embed('ca.crt')}
users:
  - name: ${name}-admin
    user:
      client-certificate-data: ${embed('admin.crt')}
      client-key-data: ${embed('admin.key')}
contexts:
  - name: ${name}
    context:
      cluster: ${name}
      user: ${name}-admin
`,
  );
}

export function serverUrl(ports: ClusterRecord['ports']): string {
  return `https://127.0.0.1:${String(ports.kubeApiserverPort)}`;
}

/** Readers see the old file or the new one, never half of it. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
