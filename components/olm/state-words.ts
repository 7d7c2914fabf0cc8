import { useTranslations } from 'use-intl';
import type { ConditionType } from '#lib/olm/api/vocabulary.ts';
import type { StateDetail, StateLabel } from '#lib/olm/views/operator-view.ts';
import type { ProgressDetail, ProgressNext } from '#lib/olm/views/progress-view.ts';
import type { en } from '#messages/en.ts';

type Reason = keyof (typeof en)['states']['reason'];

/** States of operators, and what controllers say of them, in the reader's language. */
export interface StateWords {
  label: (label: StateLabel) => string;
  detail: (detail: ProgressDetail) => string;
  /** Undefined where we do not know what to do. */
  next: (next: ProgressNext) => string | undefined;
  /** Undefined for a reason that we do not know: show it as it is. */
  means: (reason: string | undefined) => string | undefined;
  /** The name of a condition, and what it means when it is True; undefined for types of others. */
  condition: (type: string) => { label: string; means: string } | undefined;
}

export function useStateWords(): StateWords {
  const t = useTranslations('states');
  const means = (reason = ''): string | undefined => {
    const key = `reason.${reason as Reason}.means` as const;
    return t.has(key) ? t(key) : undefined;
  };
  const said = (reason: string, message: string): string => {
    const known = means(reason);
    if (known === undefined) return message === '' ? reason : message;
    if (message === '') return known;
    // Messages of controllers mostly begin in lower case: then they go on with our sentence.
    return /^[a-z]/.test(message) ? `${known.replace(/[.。]$/, '')}: ${message}` : `${known} ${message}`;
  };
  const detail = (told: ProgressDetail): string => {
    switch (told.code) {
      case 'reason':
        return said(told.values.reason, told.values.message);
      case 'chosen':
        return told.values.csv;
      case 'missing': {
        const missing = t('detail.missing', { missing: told.values.requirements.join(', ') });
        return `${means('RequirementsNotMet') ?? ''} ${missing}`;
      }
      case 'lookingFor':
        return t('detail.lookingFor', {
          ...told.values,
          hasChannel: told.values.channel === '' ? 'no' : 'yes',
        });
      case 'wouldChange':
      case 'inPlace':
        return t(`detail.${told.code}`, told.values);
      case 'partlyInPlace':
        return t('detail.partlyInPlace', told.values);
      case 'upgrading':
        return t('detail.upgrading', told.values);
      default:
        return t(`detail.${told.code}`);
    }
  };
  return {
    label: (label) => t(`label.${label}`),
    detail,
    means,
    next: (next) => {
      if (next.code === 'reviewPlan') return t('detail.reviewPlan');
      const key = `reason.${next.values.reason as 'OwnerConflict'}.next` as const;
      return t.has(key) ? t(key) : undefined;
    },
    condition: (type) => {
      const key = `condition.${type as ConditionType}` as const;
      return t.has(`${key}.label`) ? { label: t(`${key}.label`), means: t(`${key}.means`) } : undefined;
    },
  };
}

/** With its label where nothing more is said. */
export function stateText(state: { label: StateLabel; detail?: StateDetail }, words: StateWords): string {
  return state.detail === undefined ? words.label(state.label) : words.detail(state.detail);
}
