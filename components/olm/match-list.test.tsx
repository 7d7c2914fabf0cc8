import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { MatchList } from './match-list.tsx';

it('lists each by name, with what it is asked about', () => {
  const rows = [
    { name: 'a', matches: ['CREATE pods', 'CREATE pods.apps'] },
    { name: 'b', matches: [] },
  ];
  const { html } = rendered(<MatchList rows={rows} />);
  expect(html.replaceAll(/ class="[^"]*"/g, '')).toBe(
    '<dl><div><dt>a</dt><dd>CREATE pods</dd><dd>CREATE pods.apps</dd></div><div><dt>b</dt></div></dl>',
  );
});
