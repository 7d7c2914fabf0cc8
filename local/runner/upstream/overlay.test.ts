import { describe, expect, it } from 'vitest';
import { seamed, SEAMS } from './overlay.ts';

/** Every place that the seams of a file are put behind, and nothing else. */
function sourceOf(file: string): string {
  return SEAMS.filter((seam) => seam.file === file)
    .map(({ after }) => `${after}\tbody()\n}\n`)
    .join('\n');
}

describe('the standard library that operators are compiled with', () => {
  it.each([...new Set(SEAMS.map(({ file }) => file))])('has each seam once: %s', (file) => {
    const text = seamed(file, sourceOf(file));
    for (const { after, insert } of SEAMS.filter((seam) => seam.file === file))
      expect(text).toContain(`${after}\t${insert}\n\tbody()`);
  });

  it('is none where the place is missing, or there twice', () => {
    expect(() => seamed('os/stat.go', 'package os\n')).toThrow(/cannot be taken: its os\/stat.go/);
    expect(() => seamed('net/tcpsock.go', sourceOf('net/tcpsock.go').repeat(2))).toThrow(/cannot be taken/);
  });
});
