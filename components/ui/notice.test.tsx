import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Notice } from './notice.tsx';

it.each([
  ['bad', 'alert'],
  ['warn', 'status'],
  ['info', 'status'],
] as const)('that is %s is announced as %s', (tone, role) => {
  expect(rendered(<Notice tone={tone} title="Gone" />).one(role).name).toContain('Gone');
});

it('has no more to open than it was given', () => {
  expect(rendered(<Notice tone="info" title="Gone" details="since Monday" />).all('details')).toEqual([]);
  const { one, html } = rendered(
    <Notice tone="info" title="Gone" expandLabel="Show them" action={<i>retry</i>}>
      three
    </Notice>,
  );
  expect(one('summary').name).toBe('Show them');
  expect(one('details').name).toContain('three');
  expect(html).toContain('<i>retry</i>');
});

it('names what opens where nobody else does', () => {
  expect(
    rendered(
      <Notice tone="info" title="Gone">
        three
      </Notice>,
    ).one('summary').name,
  ).toBe('Show details');
});
