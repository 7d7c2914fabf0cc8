'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RadioGroup } from '#components/ui/choices.tsx';
import { draftKinds, type DraftKind } from '#lib/olm/sources/draft.ts';

/** `operatorhub`: an image that is known already. */
export type KindChoice = DraftKind | 'operatorhub';

interface KindFieldProps {
  readonly value: KindChoice;
  readonly onChange: (value: KindChoice) => void;
  /** Of a source that is there, nothing is begun anew. */
  readonly withTemplates: boolean;
}

export function KindField({ value, onChange, withTemplates }: KindFieldProps): ReactNode {
  const t = useTranslations('sources');
  const kinds: readonly KindChoice[] = withTemplates ? ['operatorhub', ...draftKinds] : draftKinds;
  return (
    <RadioGroup
      legend={t('kindLabel')}
      value={value}
      onChange={(next) => {
        const kind = kinds.find((known) => known === next);
        if (kind !== undefined) onChange(kind);
      }}
      options={kinds.map((kind) => ({
        value: kind,
        label: t(`choice.${kind}`),
        help: t(`choiceHelp.${kind}`),
      }))}
    />
  );
}

export function kindChoiceOf(text: string | null): KindChoice | undefined {
  return text === 'operatorhub' ? text : draftKinds.find((kind) => kind === text);
}
