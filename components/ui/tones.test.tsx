import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { TONE_SOFT, TONE_TEXT, ToneIcon, type Tone } from './tones.tsx';

const tones = Object.keys(TONE_TEXT) as Tone[];

it('tells each tone by an icon of its own, for those who do not see the colour', () => {
  const icons = tones.map((tone) => rendered(<ToneIcon tone={tone} />).html);
  expect(new Set(icons).size).toBe(tones.length);
  for (const icon of icons) expect(icon).toContain('aria-hidden="true"');
});

it('has a ground for each', () => {
  expect(Object.keys(TONE_SOFT)).toEqual(tones);
});
