import { describe, expect, it } from 'vitest';
import { filesOf } from './mounts.ts';
import type { SecretMount } from './job.ts';

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's' },
  data: {
    'tls.crt': Buffer.from('cert').toString('base64'),
    'tls.key': Buffer.from('key').toString('base64'),
  },
};

function mount(items?: { key: string; path: string }[]): SecretMount {
  return { mountPath: 'certs', secretName: 's', optional: false, ...(items && { items }) };
}

describe('of a Secret a mount has', () => {
  it.each([
    ['all keys', undefined, { 'tls.crt': 'cert', 'tls.key': 'key' }],
    [
      'those it names, where it says',
      [{ key: 'tls.crt', path: 'apiserver/a.crt' }],
      { 'apiserver/a.crt': 'cert' },
    ],
    ['no key that is not there', [{ key: 'constructor', path: 'x' }], {}],
    ['nothing outside of its folder', [{ key: 'tls.crt', path: '../../x' }], {}],
    ['nothing in the place of its folder', [{ key: 'tls.crt', path: '.' }], {}],
    ['nothing at an absolute path', [{ key: 'tls.crt', path: '/etc/x' }], {}],
  ])('%s', (_, items, want) => {
    const files = [...filesOf(mount(items), secret)].map(([path, content]) => [path, content.toString()]);
    expect(Object.fromEntries(files)).toEqual(want);
  });
});

it('has nothing of a Secret that is not there', () => {
  expect(filesOf(mount(), undefined)).toEqual(new Map());
});
