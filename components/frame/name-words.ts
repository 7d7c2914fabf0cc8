import { useTranslations } from 'use-intl';
import type { NameProblem } from '#lib/k8s/names.ts';
import type { Translate } from '#messages/types.ts';

/** What is wrong with a name, in the reader's language; undefined when nothing is. */
export function useNameWords(): (problem: NameProblem | undefined) => string | undefined {
  const t = useTranslations('olm');
  return (problem) => (problem === undefined ? undefined : nameText(problem, t));
}

export function nameText(problem: NameProblem, t: Translate<'olm'>): string {
  return problem.code === 'long' ? t('wrongName.long', problem.values) : t(`wrongName.${problem.code}`);
}
