import { describe, expect, it } from 'vitest';
import { aSubscriptionObject } from '../../testing/olm.ts';
import { takenOverBy } from './taken-over.ts';

describe('takenOverBy', () => {
  it.each([
    { gone: 'foo.v1', installed: ['foo.bar.v2', 'foo.v2'], want: 'foo.v2' },
    { gone: 'foo.v1', installed: ['foo.bar.v2'], want: undefined },
    { gone: 'foo.bar.v1', installed: ['foo.v2', 'foo.bar.v1.1.0-rc.1'], want: 'foo.bar.v1.1.0-rc.1' },
    { gone: 'foo.v1', installed: ['foo.2nd.v3'], want: undefined },
    { gone: 'foo.1.0.0', installed: [undefined, 'foo.1.0.0', 'foo.1.1.0+2'], want: 'foo.1.1.0+2' },
    { gone: 'foo', installed: ['foo', 'bar'], want: undefined },
  ])('$gone → $want', ({ gone, installed, want }) => {
    const subscriptions = installed.map((installedCSV) =>
      aSubscriptionObject(installedCSV === undefined ? {} : { installedCSV }),
    );
    expect(takenOverBy(gone, subscriptions)).toBe(want);
  });
});
