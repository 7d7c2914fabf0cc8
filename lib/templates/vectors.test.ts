import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedData } from '#local/testing/shared-data.ts';
import { type ContextValue, parseTemplate, render, TemplateError, TextMap } from './template.ts';

const Vector = z.object({
  id: z.string(),
  name: z.string(),
  template: z.string(),
  context: z.record(z.string(), z.json()),
  out: z.string().optional(),
  error: z.string().optional(),
});
type Vector = z.infer<typeof Vector>;

/** Reasons that are of Go's runtime: Go goes 100,000 templates deep, which no browser could. Their places are equal. */
const RUNTIME = /: exceeded maximum template depth \(\d+\)$/;

const data = sharedData('template-vectors.jsonl.gz');
const vectors: Vector[] =
  data === undefined
    ? []
    : gunzipSync(readFileSync(data))
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Vector.parse(JSON.parse(line)));

function contextOf({ context }: Vector): Record<string, ContextValue> {
  const { Pipes: pipes, ...rest } = context;
  if (pipes === undefined) return rest;
  return { ...rest, Pipes: new TextMap(z.record(z.string(), z.string()).parse(pipes)) };
}

function answerOf(vector: Vector): string {
  try {
    return `out ${render(parseTemplate(vector.name, vector.template), contextOf(vector))}`;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const stage = error.stage === 'parse' ? 'error parsing template: ' : 'error rendering template: ';
    return `error ${stage}${error.message}`;
  }
}

function wantedOf({ out, error }: Vector): string {
  return out === undefined ? `error ${error ?? ''}` : `out ${out}`;
}

describe.skipIf(data === undefined)('what Go makes of 6,654 templates', () => {
  it('is what we make of them, byte for byte, and so are the errors', () => {
    const exact = vectors.filter((vector) => !RUNTIME.test(wantedOf(vector)));
    const different = exact.filter((vector) => answerOf(vector) !== wantedOf(vector));
    expect(different.map(({ id }) => id)).toEqual([]);
    expect(exact.length).toBe(6652);
  });

  it('has two errors of which only the place is ours', () => {
    const placed = vectors.filter((vector) => RUNTIME.test(wantedOf(vector)));
    expect(placed.length).toBe(2);
    for (const vector of placed) {
      expect(answerOf(vector).replace(RUNTIME, '')).toBe(wantedOf(vector).replace(RUNTIME, ''));
      expect(answerOf(vector)).toMatch(RUNTIME);
    }
  });
});
