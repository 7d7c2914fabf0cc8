import { expect, it } from 'vitest';
import { upstreamEnv } from './start.ts';

const cluster = { server: 'https://127.0.0.1:6443', tls: { ca: 'PEM', insecure: false } };
const account = { kubeconfig: '/private/kubeconfig', tokenFile: '/private/token' };
const mounts = [{ mountPath: 'tmp/certs/', secretName: 'certs', optional: false }];

it('tells a program where its pod is on this machine', () => {
  expect(upstreamEnv({ mounts, scratch: ['data'] }, { root: '/private/mounts', account, cluster })).toEqual({
    KUBECONFIG: '/private/kubeconfig',
    KUBERNETES_SERVICE_HOST: '127.0.0.1',
    KUBERNETES_SERVICE_PORT: '6443',
    TMPDIR: '/private/mounts/tmp',
    CAPSTAN_MOUNTS: '/private/mounts',
    CAPSTAN_MOUNTED: '/tmp/certs:/data:/var/run/secrets/kubernetes.io/serviceaccount',
  });
});

it('gives no credentials to what asks for none', () => {
  const env = upstreamEnv({ mounts: [], scratch: [] }, { root: '/private/mounts', cluster });
  expect(Object.keys(env)).not.toContain('KUBECONFIG');
  expect(env).toMatchObject({ CAPSTAN_MOUNTED: '' });
});
