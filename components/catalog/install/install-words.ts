import { useTranslations } from 'use-intl';
import { nameText } from '#components/frame/name-words.ts';
import type { InstallProblem } from '#lib/olm/foresight/install-draft.ts';
import type { GroupChoice, GroupMisfit } from '#lib/olm/tenancy/fit.ts';
import { isAllNamespaces } from '#lib/olm/tenancy/targets.ts';
import type { Translate } from '#messages/types.ts';

/** Why something cannot be installed as the form says, or what becomes of the OperatorGroup. */
export function useInstallWords(): (said: InstallProblem | GroupChoice) => string {
  const t = useTranslations('install');
  const olm = useTranslations('olm');
  return (said) => {
    switch (said.code) {
      case 'namespaceName':
        return t('problem.namespaceName', { why: nameText(said.values.why, olm) });
      case 'targetName':
        return t('problem.targetName', said.values);
      case 'subscribed':
        return t('problem.subscribed', said.values);
      case 'subscriptionName':
        return t('problem.subscriptionName', said.values);
      default:
        return groupText(said, t);
    }
  };
}

function groupText(said: GroupChoice | GroupMisfit, t: Translate<'install'>): string {
  switch (said.code) {
    case 'created':
      return t('group.created', { ...said.values, watched: watchedText(said.values.watched, t) });
    case 'used':
      return t('group.used', said.values);
    case 'several':
      return t('group.several', { ...said.values, names: said.values.names.join(', ') });
    case 'unsupported': {
      const { watched, supported, mode } = said.values;
      return t('group.unsupported', {
        mode,
        watched: watchedText(watched, t),
        supported: supported.join(', '),
      });
    }
    case 'otherMode': {
      const { there, wanted, ...values } = said.values;
      const watched = { there: watchedText(there, t), wanted: watchedText(wanted, t) };
      return t('group.otherMode', { ...values, ...watched });
    }
    case 'otherTargets':
      return t('group.otherTargets', { ...said.values, there: watchedText(said.values.there, t) });
    default:
      return t(`group.${said.code}`);
  }
}

function watchedText(targets: readonly string[], t: Translate<'install'>): string {
  return t('watched', {
    scope: isAllNamespaces(targets) ? 'all' : 'some',
    count: targets.length,
    names: targets.join(', '),
  });
}
