'use client';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useNameWords } from '#components/frame/name-words.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Card } from '#components/ui/card.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { isJsonObject } from '#lib/base/json.ts';
import { at } from '#lib/base/loose.ts';
import { labelProblem, subdomainProblem } from '#lib/k8s/names.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { defaultInstanceName } from '#lib/kudo/api/names.ts';
import { DEPLOY_PLAN } from '#lib/kudo/api/labels.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import {
  installPlan,
  instanceUpgrade,
  versionDifference,
  type InstallPlanView,
} from '#lib/kudo/views/package-install.ts';
import { renderedPlan, type InstanceWish, type PackageView } from '#lib/kudo/views/package-view.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import { RenderedTemplates } from '../package/rendered-templates.tsx';
import { Difference } from './difference.tsx';
import { ParametersForm } from './parameters-form.tsx';
import { SubmitInstall } from './submit-install.tsx';
import { useNamespaceState, type KnownNamespace } from './use-namespace-state.ts';

interface InstallDeskProps {
  readonly at: PackageRef;
  readonly view: PackageView;
  readonly members: readonly PackageObjects[];
}

type Values = Readonly<Record<string, string>>;
const NOTHING: Values = {};

/** The choices on one side, what they come to on the other. */
export function InstallDesk({ at: ref, view, members }: InstallDeskProps): ReactNode {
  const scope = useScope();
  const [namespace, setNamespace] = useState(scope.namespace ?? ref.package);
  const [name, setName] = useState(defaultInstanceName(view.operator.metadata.name));
  const [values, setValues] = useState(NOTHING);
  const known = useNamespaceState(namespace);
  const t = useTranslations('operator-packages');
  const bad = labelProblem(namespace) !== undefined || subdomainProblem(name) !== undefined;
  const plan = installPlan(members, { namespace, name, values }, known.state);
  return (
    <Sides
      choices={
        <>
          <Places
            namespace={namespace}
            name={name}
            known={known}
            onNamespace={(text) => setNamespace(text.trim())}
            onName={(text) => setName(text.trim())}
          />
          <ParametersCard view={view} initial={NOTHING} onChange={setValues} />
          {plan === undefined ? null : (
            <SubmitInstall
              plan={plan}
              known={known}
              problem={bad ? t('namesFirst') : undefined}
              words={{ action: t('install'), title: t('installNamed', { name: ref.package }) }}
              back={urls.operatorPackage(ref, scope)}
            />
          )}
        </>
      }
      outcome={
        <>
          {plan === undefined ? null : <Writes plan={plan} />}
          <Preview view={view} at={{ namespace, name, values }} plan={DEPLOY_PLAN} />
        </>
      }
    />
  );
}

interface UpgradeDeskProps extends InstallDeskProps {
  readonly instance: KubeObject;
  /** The OperatorVersion that runs; undefined where it cannot be read. */
  readonly from: KubeObject | undefined;
}

/** The same for an instance that is there: what is different comes first. */
export function UpgradeDesk({ view, members, instance, from }: UpgradeDeskProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const { namespace = '', name = '' } = instance.metadata;
  const [initial] = useState(() => parametersOf(instance));
  const [values, setValues] = useState(initial);
  const known = useNamespaceState(namespace);
  const plan = instanceUpgrade(members, instance, values, known.state);
  const difference = from === undefined ? undefined : versionDifference(from, view.version);
  return (
    <Sides
      choices={
        <>
          {difference === undefined ? null : <Difference difference={difference} />}
          <ParametersCard view={view} initial={initial} onChange={setValues} />
          {plan === undefined ? null : (
            <SubmitInstall
              plan={plan}
              known={known}
              problem={undefined}
              words={{ action: t('upgrade'), title: t('upgradeNamed', { name }) }}
              back={urls.declarativeInstance({ namespace, name }, scope)}
            />
          )}
        </>
      }
      outcome={
        <>
          {plan === undefined ? null : <Writes plan={plan} />}
          <Preview view={view} at={{ namespace, name, values }} plan={difference?.runs ?? DEPLOY_PLAN} />
        </>
      }
    />
  );
}

function parametersOf(instance: KubeObject): Values {
  const given = at(instance, 'spec', 'parameters');
  if (!isJsonObject(given)) return NOTHING;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function Sides(props: { readonly choices: ReactNode; readonly outcome: ReactNode }): ReactNode {
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-6">{props.choices}</div>
      <div className="flex min-w-0 flex-col gap-5">{props.outcome}</div>
    </div>
  );
}

interface ParametersCardProps {
  readonly view: PackageView;
  readonly initial: Values;
  readonly onChange: (values: Values) => void;
}

function ParametersCard({ view, initial, onChange }: ParametersCardProps): ReactNode {
  const t = useTranslations('operator-packages');
  return (
    <Card title={t('parameters')}>
      {view.groups.length === 0 ? (
        <p className="text-muted">{t('noParameters')}</p>
      ) : (
        <ParametersForm version={view.version} form={view.form} initial={initial} onChange={onChange} />
      )}
    </Card>
  );
}

interface PlacesProps {
  readonly namespace: string;
  readonly name: string;
  readonly known: KnownNamespace;
  readonly onNamespace: (text: string) => void;
  readonly onName: (text: string) => void;
}

function Places({ namespace, name, known, onNamespace, onName }: PlacesProps): ReactNode {
  const t = useTranslations('operator-packages');
  const words = useNameWords();
  const listId = useId();
  const isNew = known.state.exists === false && labelProblem(namespace) === undefined;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field
        label={t('namespace')}
        required
        error={words(labelProblem(namespace))}
        help={isNew ? t('namespaceNew') : undefined}
      >
        <TextInput mono list={listId} value={namespace} onChange={onNamespace} />
      </Field>
      <datalist id={listId}>
        {known.namespaces.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Field label={t('instanceName')} required error={words(subdomainProblem(name))}>
        <TextInput mono value={name} onChange={onName} />
      </Field>
    </div>
  );
}

/** The objects, in the order in which they are written. */
function Writes({ plan }: { readonly plan: InstallPlanView }): ReactNode {
  const t = useTranslations('operator-packages');
  const lines = plan.changes.map((change) =>
    change.verb === 'create'
      ? { kind: change.object.kind, name: change.object.metadata.name ?? '', note: '' }
      : { kind: change.resource.kind, name: plan.instance.name, note: t('changed') },
  );
  return (
    <Card title={t('writes')} description={t('writesWhat')}>
      <ol className="flex flex-col gap-1">
        {lines.map(({ kind, name, note }) => (
          <li key={`${kind}/${name}`} className="min-w-0 break-words">
            <span className="text-muted">{kind}</span> {name} <span className="text-muted">{note}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface PreviewProps {
  readonly view: PackageView;
  readonly at: InstanceWish;
  /** The one that runs. */
  readonly plan: string;
}

/** What the plan will make, as the values stand; typing does not wait for it. */
function Preview({ view, at: wish, plan }: PreviewProps): ReactNode {
  const t = useTranslations('operator-packages');
  const values = useDeferredValue(wish.values);
  const [namespace, name] = [useDeferredValue(wish.namespace), useDeferredValue(wish.name)];
  const rendered = useMemo(
    () => renderedPlan(view.version, { namespace, name, values }, plan),
    [view.version, namespace, name, values, plan],
  );
  return (
    <section aria-label={t('preview')} className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold">{t('preview')}</h2>
      <p className="text-muted">{t('runsFirst', { plan })}</p>
      {'problem' in rendered ? (
        <Notice tone="warn" title={t('notRendered')} details={rendered.problem} />
      ) : (
        <RenderedTemplates templates={rendered.templates} />
      )}
    </section>
  );
}
