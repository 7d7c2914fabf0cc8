import { expect, it, onTestFinished, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { VirtualBody } from './virtual-body.tsx';

it('keeps the room of rows that it does not draw', () => {
  vi.stubGlobal('window', { scrollY: 0, innerHeight: 800, innerWidth: 1_200 });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const renderRow = vi.fn(() => null);
  const { all, html } = rendered(
    <table>
      <VirtualBody body={{ current: null }} count={10_000} renderRow={renderRow} reveal={null} />
    </table>,
  );
  expect(renderRow.mock.calls.length).toBeLessThan(100);
  const rows = all('tr');
  expect(rows.map(({ props }) => props['aria-hidden'])).toEqual([true]);
  const space = { style: { height: '' } };
  (rows[0]?.props['ref'] as (row: unknown) => void)(space);
  expect(space.style.height).toBe('460000px');
  // The content policy takes no style attributes: the height is set by script.
  expect(html).not.toContain('style=');
});
