import { describe, expect, it } from 'vitest';
import { anInstallableCsv, csvFactsOf } from '../../testing/install-facts.ts';
import { wantedDeployments } from './deployment.ts';

describe('what a CSV says in annotations', () => {
  const made = (annotations: Record<string, string>): unknown =>
    wantedDeployments(csvFactsOf(anInstallableCsv('tickets.v1.0.0', { metadata: { annotations } })));

  it.each([
    ['what somebody agreed to delete with it', 'capstan.dev/removal'],
    ['what was left out of its bundle', 'capstan.dev/left-out'],
    ['what kubectl remembers', 'kubectl.kubernetes.io/last-applied-configuration'],
  ])('is not for its pods, which would be made anew: %s', (_what, key) => {
    expect(made({ [key]: '{}' })).toEqual(made({}));
  });

  it('OLM 68: is for its pods otherwise', () => {
    expect(JSON.stringify(made({ 'example.com/hint': 'shore' }))).toContain('"example.com/hint":"shore"');
  });
});
