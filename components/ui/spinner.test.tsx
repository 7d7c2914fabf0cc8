import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Spinner } from './spinner.tsx';

it('is decoration that turns', () => {
  const { html } = rendered(<Spinner className="extra" />);
  expect(html).toMatch(/^<svg[^>]*aria-hidden="true"/);
  expect(html).toMatch(/class="[^"]*animate-spin[^"]*extra/);
});
