'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import type { YamlMark } from './yaml-mark.ts';

interface ProblemListProps {
  readonly text: string;
  readonly marks: readonly YamlMark[];
  /** By its place in the text. */
  readonly onGo: (index: number) => void;
}

/** All that is wrong, in the order of the text: each leads to its line, and has its fixes beside it. */
export function ProblemList({ text, marks, onGo }: ProblemListProps): ReactNode {
  const t = useTranslations('schema-form');
  const sorted = [...marks].sort((left, right) => left.from - right.from);
  const lines = lineNumbers(text, sorted);
  return (
    <ul aria-label={t('editor.problems')} className="max-h-44 overflow-y-auto border-t border-line text-sm">
      {sorted.map((mark, index) => (
        <li
          key={`${String(mark.from)} ${mark.message}`}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1 last:border-b-0"
        >
          <button
            type="button"
            className="min-h-6 min-w-0 flex-1 rounded-sm text-start hover:underline"
            onClick={() => onGo(index)}
          >
            <span className="text-muted tabular-nums">
              {t('editor.lineNumber', { line: lines[index] ?? 1 })}
            </span>{' '}
            <span className="break-words">{mark.message}</span>
          </button>
          {(mark.fixes ?? []).map((fix) => (
            <Button key={fix.label} size="sm" onClick={fix.run}>
              {fix.label}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** One walk over the text for all of them. */
function lineNumbers(text: string, sorted: readonly YamlMark[]): number[] {
  let line = 1;
  let at = text.indexOf('\n');
  return sorted.map(({ from }) => {
    while (at >= 0 && at < from) {
      line += 1;
      at = text.indexOf('\n', at + 1);
    }
    return line;
  });
}
