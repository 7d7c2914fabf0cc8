import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { WayBack, WayBackReason } from '#lib/olm/plan/way-back.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { useWayBackTitle, WayBackReasons } from './way-back.tsx';

const crd = 'tickets.example.com';
const versions = ['v1', 'v2'];
const reasons: { reason: WayBackReason; says: string }[] = [
  {
    reason: { code: 'stored', crd, versions },
    says: `CRD ${crd}: objects are then stored in version v1 and v2, which the older CRD doesn’t have.`,
  },
  {
    reason: { code: 'lost', crd, versions },
    says: `CRD ${crd}: version v1 and v2 is removed, though objects may be stored in it.`,
  },
  { reason: { code: 'scope', crd }, says: `CRD ${crd}: the scope changes.` },
  { reason: { code: 'gone' }, says: 'The catalog no longer contains that version.' },
  {
    reason: { code: 'unserved', crd, versions: ['v2'] },
    says: `CRD ${crd}: version v2 is then no longer served.`,
  },
  {
    reason: { code: 'conversion', crd },
    says: `CRD ${crd}: only one of the two versions converts objects by webhook.`,
  },
  {
    reason: { code: 'fields', crd, count: 1 },
    says: `CRD ${crd}: 1 field changes; its values can be dropped or rejected.`,
  },
  {
    reason: { code: 'skipped', by: 'skips' },
    says: 'The channel skips that version: pin it, or it is upgraded again.',
  },
  {
    reason: { code: 'skipped', by: 'skipRange' },
    says: 'A skipRange of the channel includes that version: pin it, or it is upgraded again.',
  },
];

describe('the way back', () => {
  it.each(reasons)('says why there is none: $reason.code', ({ reason, says }) => {
    const wayBack: WayBack = { verdict: 'closed', reasons: [reason], unjudged: [] };
    expect(rendered(<WayBackReasons wayBack={wayBack} />).one('li').name).toBe(says);
  });

  it('names what was not judged', () => {
    const unjudged: WayBack['unjudged'] = [{ kind: 'installed' }, { kind: 'crd', name: crd }];
    const shown = rendered(<WayBackReasons wayBack={{ verdict: 'unjudged', reasons: [], unjudged }} />);
    expect(shown.all('li').map(({ name }) => name)).toEqual([
      'You don’t have permission to read what is installed now.',
      `You don’t have permission to read CRD ${crd}, or its new content is unavailable.`,
    ]);
  });

  it.each([
    ['open', '1.0.0', 'Tickets can be downgraded to 1.0.0: uninstall it, then install that version'],
    ['costly', '1.0.0', 'Downgrading Tickets to 1.0.0 has side effects'],
    ['closed', '1.0.0', 'Tickets can’t be downgraded to 1.0.0'],
    ['unjudged', '1.0.0', 'Whether Tickets can be downgraded to 1.0.0 is unknown'],
    ['unjudged', undefined, 'Whether Tickets can be downgraded is unknown'],
  ] as const)('is %s, to %s', (verdict, version, says) => {
    const Title = (): ReactNode => {
      const wayBack = { verdict, reasons: [], unjudged: [] };
      return <p>{useWayBackTitle()({ wayBack, name: 'Tickets', version }).title}</p>;
    };
    expect(rendered(<Title />).one('p').name).toBe(says);
  });
});
