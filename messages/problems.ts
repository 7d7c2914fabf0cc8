/**
 * What the console itself says of a request that failed comes as a code beside its English sentence: pages in other
 * languages have the texts of the codes at hand (`load.ts`), and English ones show the sentence, which is the same.
 */
import { useCallback } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import type { en } from './en.ts';

type Texts = (typeof en)['problems'];

interface Told {
  readonly message: string;
  readonly code?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

/** A problem in the reader's language; in the words that it came with, where it has no code or one without a text. */
export function useProblemWords(): (problem: Told) => string {
  const t = useTranslations();
  const { problems }: { problems?: Texts } = useMessages();
  return useCallback(
    ({ message, code = '', values }) =>
      isKnown(code, problems) ? t(`problems.${code}`, values as never) : message,
    [t, problems],
  );
}

function isKnown(code: string, texts: Texts | undefined): code is keyof Texts {
  return texts !== undefined && Object.hasOwn(texts, code);
}
