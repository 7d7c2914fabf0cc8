'use client';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { DEPLOY_PLAN } from '#lib/kudo/api/labels.ts';
import { readOperatorVersion } from '#lib/kudo/api/parse.ts';
import { withoutPasswords } from '#lib/kudo/views/hidden-values.ts';
import { kudoCommand } from '#lib/kudo/views/kudo-command.ts';
import { instanceUpgrade, versionDifference } from '#lib/kudo/views/package-install.ts';
import { parameterValues, refusedUpgrade } from '#lib/kudo/views/parameter-edit.ts';
import { renderedText } from '#lib/kudo/views/rendered-text.ts';
import { urls } from '#lib/urls.ts';
import { NeededOperators } from '../needed-operators.tsx';
import { Difference } from './difference.tsx';
import { Sides, Writes, type InstallDeskProps } from './install-desk.tsx';
import { ManifestDiff } from './manifest-diff.tsx';
import { ParametersCard } from './parameters-card.tsx';
import { PlanRights } from './plan-rights.tsx';
import { SubmitInstall } from './submit-install.tsx';
import { useNamespaceState } from './use-namespace-state.ts';

interface UpgradeDeskProps extends InstallDeskProps {
  readonly instance: KubeObject;
  /** The OperatorVersion that runs; undefined where it cannot be read. */
  readonly from: KubeObject | undefined;
}

/** Brings an instance that is there to another version: what is different comes first. */
export function UpgradeDesk({ view, members, instance, from }: UpgradeDeskProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const { namespace = '', name } = instance.metadata;
  const [initial] = useState(() => parameterValues(instance));
  const [values, setValues] = useState(initial);
  const known = useNamespaceState(namespace);
  const versions = useMemo(() => members.map(({ version }) => version), [members]);
  const plan = instanceUpgrade(members, instance, values, known.state);
  // As it will be in the cluster: tasks there name the versions of what they install.
  const to = members.at(-1)?.version ?? view.version;
  const difference = from === undefined ? undefined : versionDifference(from, to);
  const refusal = from === undefined ? undefined : refusedUpgrade(instance, from, to, values);
  const runs = difference?.runs ?? DEPLOY_PLAN;
  return (
    <Sides
      choices={
        <>
          {difference === undefined ? null : <Difference difference={difference} />}
          <ParametersCard
            version={view.version}
            form={view.form}
            initial={initial}
            values={values}
            onChange={setValues}
          />
          <NeededOperators versions={versions} />
          <PlanRights members={members} at={{ namespace, name, values }} />
          {plan === undefined ? null : (
            <SubmitInstall
              plan={plan}
              known={known}
              problem={refusal}
              words={{
                action: t('upgrade'),
                title: t('upgradeNamed', { name }),
                failed: t('notUpgraded'),
              }}
              command={() => kudoCommand({ verb: 'upgrade', version: view.version, namespace, name, values })}
              back={urls.declarativeInstance({ namespace, name }, scope)}
            />
          )}
        </>
      }
      outcome={
        <>
          {plan === undefined ? null : <Writes plan={plan} />}
          <Manifests {...{ view, instance, from, values, runs }} />
        </>
      }
    />
  );
}

interface ManifestsProps extends Pick<UpgradeDeskProps, 'view' | 'instance' | 'from'> {
  readonly values: Readonly<Record<string, string>>;
  readonly runs: string;
}

/** What the plan of the upgrade makes, beside what the version before made. */
function Manifests({ view, instance, from, values, runs }: ManifestsProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { namespace = '', name } = instance.metadata;
  const late = useDeferredValue(values);
  const before = useMemo(() => {
    const read = from === undefined ? undefined : readOperatorVersion(from);
    if (read === undefined || !('value' in read)) return '';
    const plan = Object.hasOwn(read.value.spec.plans, runs) ? runs : DEPLOY_PLAN;
    const values = withoutPasswords(read.value, parameterValues(instance));
    return renderedText(read.value, { namespace, name, values }, plan);
  }, [from, instance, namespace, name, runs]);
  const after = useMemo(() => {
    const shown = withoutPasswords(view.version, late, parameterValues(instance));
    return renderedText(view.version, { namespace, name, values: shown }, runs);
  }, [view.version, namespace, name, late, instance, runs]);
  return <ManifestDiff title={t('manifestsOf', { plan: runs })} before={before} after={after} />;
}
