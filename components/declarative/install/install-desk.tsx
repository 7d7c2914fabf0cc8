'use client';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useNameWords } from '#components/frame/name-words.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Card } from '#components/ui/card.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { labelProblem, subdomainProblem } from '#lib/k8s/names.ts';
import { defaultInstanceName } from '#lib/kudo/api/names.ts';
import { DEPLOY_PLAN } from '#lib/kudo/api/labels.ts';
import type { PackageObjects } from '#lib/kudo/package/objects.ts';
import { withoutPasswords } from '#lib/kudo/views/hidden-values.ts';
import { kudoCommand } from '#lib/kudo/views/kudo-command.ts';
import { installPlan, type InstallPlanView } from '#lib/kudo/views/package-install.ts';
import { renderedPlan, type InstanceWish, type PackageView } from '#lib/kudo/views/package-view.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import { NeededOperators } from '../needed-operators.tsx';
import { RenderedTemplates } from '../package/rendered-templates.tsx';
import { ParametersCard } from './parameters-card.tsx';
import { PlanRights } from './plan-rights.tsx';
import { SubmitInstall } from './submit-install.tsx';
import { useNamespaceState, type KnownNamespace } from './use-namespace-state.ts';

export interface InstallDeskProps {
  readonly at: PackageRef;
  readonly view: PackageView;
  readonly members: readonly PackageObjects[];
}

const NOTHING: Readonly<Record<string, string>> = {};

/** The choices on one side, what they come to on the other. */
export function InstallDesk({ at: ref, view, members }: InstallDeskProps): ReactNode {
  const scope = useScope();
  const [namespace, setNamespace] = useState(scope.namespace ?? ref.package);
  const [name, setName] = useState(defaultInstanceName(view.operator.metadata.name));
  const [values, setValues] = useState(NOTHING);
  const known = useNamespaceState(namespace);
  const versions = useMemo(() => members.map(({ version }) => version), [members]);
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
          <ParametersCard
            version={view.version}
            form={view.form}
            initial={NOTHING}
            values={values}
            onChange={setValues}
          />
          <NeededOperators versions={versions} />
          {bad ? null : <PlanRights members={members} at={{ namespace, name, values }} />}
          {plan === undefined ? null : (
            <SubmitInstall
              plan={plan}
              known={known}
              problem={bad ? t('namesFirst') : undefined}
              words={{
                action: t('install'),
                title: t('installNamed', { name: ref.package }),
                failed: t('notInstalled'),
              }}
              command={() =>
                kudoCommand({
                  ...{ verb: 'install', version: view.version, namespace, name, values },
                  createNamespace: known.state.exists === false,
                })
              }
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

interface SidesProps {
  readonly choices: ReactNode;
  readonly outcome: ReactNode;
}

/** Beside each other where there is room. */
export function Sides({ choices, outcome }: SidesProps): ReactNode {
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-6">{choices}</div>
      <div className="flex min-w-0 flex-col gap-5">{outcome}</div>
    </div>
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
export function Writes({ plan }: { readonly plan: InstallPlanView }): ReactNode {
  const t = useTranslations('operator-packages');
  const lines = plan.changes.map((change) =>
    change.verb === 'create'
      ? { kind: change.object.kind, name: change.object.metadata.name, note: '' }
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
  readonly view: Pick<PackageView, 'version'>;
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
    () =>
      renderedPlan(view.version, { namespace, name, values: withoutPasswords(view.version, values) }, plan),
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
