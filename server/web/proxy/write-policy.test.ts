import { describe, expect, it } from 'vitest';
import { parseApiPath } from '#lib/k8s/api-path.ts';
import { writeRefusal } from './write-policy.ts';
import type { ProxiedRequest } from './write-policy.ts';

const maps = '/api/v1/namespaces/a/configmaps';

function request(line: string, hasBody: boolean): ProxiedRequest {
  const [method = '', url = ''] = line.split(' ');
  const [raw = '', query = ''] = url.split('?');
  const parsed = parseApiPath(raw);
  if (!parsed.ok) throw new Error(parsed.reason);
  return { method, path: parsed.path, query, hasBody };
}

describe.each(['readOnly', 'gitops'] as const)('%s', (policy) => {
  it.each([
    `GET ${maps}`,
    `HEAD ${maps}/a`,
    `POST ${maps}?dryRun=All`,
    `PUT ${maps}/a?fieldManager=x&dryRun=All`,
    `PATCH ${maps}/a?dryRun=All`,
    'PATCH /apis/apps/v1/namespaces/a/deployments/b/scale?dryRun=All',
    'POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    'POST /apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    'POST /apis/authentication.k8s.io/v1/selfsubjectreviews',
  ])('lets %s pass', (line) => {
    expect(writeRefusal(policy, request(line, true))).toBeUndefined();
  });

  it('lets a dry run of a deletion pass only where its query counts', () => {
    expect(writeRefusal(policy, request(`DELETE ${maps}/a?dryRun=All`, false))).toBeUndefined();
    expect(writeRefusal(policy, request(`DELETE ${maps}/a?dryRun=All`, true))).toMatchObject({
      kind: policy,
    });
  });

  it.each([
    `POST ${maps}`,
    `PUT ${maps}/a`,
    `PATCH ${maps}/a`,
    `DELETE ${maps}/a`,
    `POST ${maps}?dryRun=`,
    `POST ${maps}?dryRun=all`,
    `POST ${maps}?dryRun=All&dryRun=None`,
    `POST ${maps}?dryRun=None&dryRun=All`,
    'POST /api/v1/namespaces/a/pods/b/eviction?dryRun=All',
    'POST /api/v1/namespaces/a/pods/b/binding?dryRun=All',
    'POST /apis/evil.example/v1/selfsubjectaccessreviews',
    'PUT /apis/authorization.k8s.io/v1/selfsubjectaccessreviews/a',
    'POST /apis/authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews',
  ])('refuses %s', (line) => {
    expect(writeRefusal(policy, request(line, true))).toMatchObject({ status: 403, kind: policy });
  });
});

it('leaves everything to the API server otherwise', () => {
  expect(writeRefusal('apply', request(`DELETE ${maps}/a`, true))).toBeUndefined();
});
