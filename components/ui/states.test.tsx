import { describe, expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { EmptyState, ErrorState, ForbiddenState } from './states.tsx';

describe('a state in the place of', () => {
  it.each([
    [true, 'h1'],
    [false, 'h2'],
  ])('a whole page: %s has the heading %s', (wholePage, tag) => {
    expect(rendered(<EmptyState title="Nothing yet" wholePage={wholePage} />).one(tag).name).toBe(
      'Nothing yet',
    );
  });
});

describe('an error', () => {
  it('is announced, and can be tried again', () => {
    const reload = vi.fn();
    const { one, html } = rendered(<ErrorState message="The API server does not answer." />);
    vi.stubGlobal('window', { location: { reload } });
    expect(one('alert')).toBeDefined();
    expect(html).toContain('The API server does not answer.');
    one('button', 'Reload page').fire('onClick');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('has another way out where there is one', () => {
    const { all, html } = rendered(<ErrorState message="Gone." action={<a href="/">home</a>} />);
    expect(all('button')).toEqual([]);
    expect(html).toContain('home');
  });
});

describe('a missing right', () => {
  it.each([
    [undefined, 'kubectl auth can-i list pods --all-namespaces'],
    ['team-a', 'kubectl auth can-i list pods --namespace team-a'],
  ])('in %s is named, with the command that shows it', (namespace, command) => {
    const { one, html } = rendered(<ForbiddenState right={{ verb: 'list', resource: 'pods', namespace }} />);
    expect(one('code', command)).toBeDefined();
    expect(html).toMatch(/list.*pods/);
    expect(one('alert')).toBeDefined();
  });
});
