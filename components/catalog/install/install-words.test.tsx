import { IntlProvider } from 'use-intl';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { InstallProblem } from '#lib/olm/foresight/install-draft.ts';
import type { GroupChoice } from '#lib/olm/tenancy/fit.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { textsIn } from '#messages/testing/languages.ts';
import { useInstallWords } from './install-words.ts';

const group = { namespace: 'argocd', name: 'og' };
const cases: { said: InstallProblem | GroupChoice; en: string; de: RegExp }[] = [
  {
    said: { code: 'created', values: { namespace: 'argocd', watched: [''] } },
    en: 'An OperatorGroup is created in argocd, so that its operators watch all namespaces.',
    de: /beobachten: alle Namespaces\.$/,
  },
  { said: { code: 'used', values: group }, en: 'Uses OperatorGroup og in argocd.', de: /og in argocd/ },
  {
    said: {
      code: 'unsupported',
      values: { watched: ['a'], mode: 'OwnNamespace', supported: ['AllNamespaces'] },
    },
    en: 'This operator cannot watch the namespace a (OwnNamespace). It supports AllNamespaces.',
    de: /den Namespace a \(OwnNamespace\)/,
  },
  {
    said: {
      code: 'otherMode',
      values: { ...group, there: ['a', 'b'], wanted: [''], mode: 'AllNamespaces', fitting: 'MultiNamespace' },
    },
    en: 'The OperatorGroup og in argocd makes operators watch the namespaces a, b, not all namespaces (AllNamespaces). Choose MultiNamespace, or another namespace.',
    de: /die Namespaces a, b, nicht alle Namespaces/,
  },
  {
    said: { code: 'otherTargets', values: { ...group, there: [] } },
    en: 'The OperatorGroup og in argocd makes operators watch no namespace, which this operator does not support. Choose another namespace.',
    de: /keinen Namespace/,
  },
  {
    said: { code: 'several', values: { namespace: 'argocd', names: ['a', 'b'] } },
    en: 'The namespace argocd has several OperatorGroups (a, b); with more than one nothing can be installed there. Delete all but one, or choose another namespace.',
    de: /\(a, b\)/,
  },
  {
    said: { code: 'noMode' },
    en: 'This operator supports no install mode, so it can’t be installed.',
    de: /^Dieser/,
  },
  {
    said: { code: 'namespaceName', values: { why: { code: 'long', values: { max: 63, length: 70 } } } },
    en: 'The namespace: Use at most 63 characters (now 70).',
    de: /Höchstens 63 Zeichen/,
  },
  {
    said: { code: 'targetName', values: { name: 'A' } },
    en: '“A” cannot be the name of a namespace.',
    de: /„A“/,
  },
  {
    said: { code: 'subscriptionName', values: { ...group, package: 'tickets' } },
    en: 'argocd already has a Subscription named og, to tickets.',
    de: /für tickets/,
  },
];

function textsOf(locale: 'en' | 'de'): Pick<ReturnType<typeof textsIn>, 'install' | 'olm'> {
  const { install, olm } = textsIn(locale);
  return { install, olm };
}

it.each(cases)('says $said.code', ({ said, en, de }) => {
  const Words = (): ReactNode => <p>{useInstallWords()(said)}</p>;
  const inLanguage = (locale: 'en' | 'de'): string =>
    rendered(
      <IntlProvider locale={locale} messages={textsOf(locale)} timeZone="UTC">
        {<Words />}
      </IntlProvider>,
    ).one('p').name;
  expect(inLanguage('en')).toBe(en);
  expect(inLanguage('de')).toMatch(de);
});
