import { describe, expect, it } from 'vitest';
import { chosenLines, lineText, parseLogRequest } from './log-request.ts';

const NOW = Date.parse('2026-01-01T00:01:00Z');
const LINES = [10, 40, 59].map((second) => ({
  at: Date.parse(`2026-01-01T00:00:${String(second)}Z`),
  text: `at ${String(second)}`,
}));

describe('of a log there is shown', () => {
  it.each([
    ['all', '', ['at 10', 'at 40', 'at 59']],
    ['the end', 'tailLines=2', ['at 40', 'at 59']],
    ['nothing of the end', 'tailLines=0', []],
    ['no more than there is', 'tailLines=9', ['at 10', 'at 40', 'at 59']],
    ['what is young', 'sinceSeconds=20', ['at 40', 'at 59']],
    ['what came since then', 'sinceTime=2026-01-01T00:00:41Z', ['at 59']],
    ['the end of what is young', 'sinceSeconds=30&tailLines=1', ['at 59']],
  ])('%s', (_, query, texts) => {
    const request = parseLogRequest(new URLSearchParams(query));
    expect(chosenLines(LINES, request, NOW).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    ['', 'at 10\n'],
    ['timestamps=true', '2026-01-01T00:00:10.000Z at 10\n'],
  ])('a line as asked for by "%s"', (query, text) => {
    const [line = { at: 0, text: '' }] = LINES;
    expect(lineText(line, parseLogRequest(new URLSearchParams(query)))).toBe(text);
  });
});

it.each(['tailLines=-1', 'tailLines=x', 'sinceTime=yesterday', 'follow=perhaps'])('refuses %s', (query) => {
  expect(() => parseLogRequest(new URLSearchParams(query))).toThrow(query.split('=')[0]);
});
