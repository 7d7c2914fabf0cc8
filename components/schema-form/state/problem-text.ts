'use client';
import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Problem, ProblemValues } from '#lib/schema-form/schema/problem.ts';
import type { Translate } from '#messages/types.ts';

/** What is wrong, in the reader's language. Stays the same function until that changes. */
export function useProblemText(): (problem: Problem) => string {
  const t = useTranslations('schema-form');
  const locale = useLocale();
  return useCallback((problem) => problemText(problem, t, locale), [t, locale]);
}

export function problemText(problem: Problem, t: Translate<'schema-form'>, locale: string): string {
  if ('said' in problem) return problem.said;
  if (problem.code === 'pattern' && isQuantityPattern(problem.values?.['pattern']))
    return t('widgets.noQuantity');
  return t(`problems.${problem.code}`, inWords(problem.values ?? {}, locale));
}

/** The pattern that every quantity carries says nothing to people. */
function isQuantityPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && pattern.includes('([KMGTPE]i)|[numkMGTPE]');
}

function inWords(values: ProblemValues, locale: string): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? new Intl.ListFormat(locale).format(value) : value,
    ]),
  );
}

/** Several at one place. */
export function useProblemTexts(): (problems: readonly Problem[]) => string {
  const text = useProblemText();
  return (problems) => problems.map(text).join('; ');
}
