import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { MoreMessages } from './more-messages.tsx';

function Words(): ReactNode {
  const t = useTranslations('ui');
  return <p>{t('copy')}</p>;
}

it('puts texts beside those of the page, which stay', () => {
  expect(rendered(<MoreMessages more={{}}>{<Words />}</MoreMessages>).one('p').name).toBe('Copy');
});

it('takes the place of those of the same folder', () => {
  const more = { ui: { copy: 'Take along' } };
  expect(rendered(<MoreMessages more={more}>{<Words />}</MoreMessages>).one('p').name).toBe('Take along');
});
