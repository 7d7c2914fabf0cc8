import { describe, expect, it } from 'vitest';
import { leadsToAdmin } from './access-risk.ts';

const OLM = 'operators.coreos.com';

describe('rights that lead to every right in the cluster', () => {
  it.each([
    ['create', OLM, 'catalogsources', true],
    ['patch', OLM, 'catalogsources', true],
    ['update', OLM, 'operatorgroups', true],
    ['*', OLM, 'operatorgroups', true],
    ['create', '*', '*', true],
    ['get', OLM, 'catalogsources', false],
    ['delete', OLM, 'operatorgroups', false],
    ['create', OLM, 'subscriptions', false],
    ['patch', OLM, 'installplans', false],
    ['create', 'example.com', 'catalogsources', false],
  ])('%s in %s of %s: %s', (verb, group, resource, expected) => {
    expect(
      leadsToAdmin([
        { verb: 'get', group: '', resource: 'pods' },
        { verb, group, resource },
      ]),
    ).toBe(expected);
  });

  it('is nothing without rights', () => {
    expect(leadsToAdmin([])).toBe(false);
  });
});
