import type { ReactNode } from 'react';
import { markWords } from '#lib/olm/search/words.ts';

interface MarkedProps {
  readonly text: string;
  /** The words searched for. */
  readonly words: readonly string[];
}

/** A text with the words that were searched for marked in it. */
export function Marked({ text, words }: MarkedProps): ReactNode {
  if (words.length === 0) return text;
  return markWords(text, words).map(({ text: piece, found }, index) =>
    found ? (
      <mark key={index} className="rounded-[2px] bg-accent-soft text-accent">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
