import { IntlProvider, useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { GROUPS } from '#messages/groups.ts';
import { MoreMessages } from './more-messages.tsx';

function Words(): ReactNode {
  return (
    <>
      <p>{useTranslations('ui')('copy')}</p>
      <b>{useTranslations('upgrades')('title')}</b>
    </>
  );
}

it('puts texts of the reader’s language beside those of the page, which stay', async () => {
  await GROUPS.upgrades.load('de');
  const page = rendered(
    <IntlProvider locale="de" messages={{ ui: { copy: 'Mitnehmen' } }} timeZone="UTC">
      <MoreMessages group="upgrades">{<Words />}</MoreMessages>
    </IntlProvider>,
  );
  expect([page.one('p').name, page.one('b').name]).toEqual(['Mitnehmen', 'Upgrades']);
});
