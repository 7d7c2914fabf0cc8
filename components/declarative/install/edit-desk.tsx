'use client';
import '../package/no-eval.ts';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Card } from '#components/ui/card.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import { namesPassword } from '#lib/base/secret-name.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { DEPLOY_PLAN } from '#lib/kudo/api/labels.ts';
import { readOperatorVersion, readParameterForm } from '#lib/kudo/api/parse.ts';
import type { KudoOperatorVersion, ParameterForm } from '#lib/kudo/api/types.ts';
import { withoutPasswords } from '#lib/kudo/views/hidden-values.ts';
import { kudoCommand } from '#lib/kudo/views/kudo-command.ts';
import { parameterEdit, parameterValues, type ParameterEdit } from '#lib/kudo/views/parameter-edit.ts';
import { renderedText } from '#lib/kudo/views/rendered-text.ts';
import { urls } from '#lib/urls.ts';
import { Sides } from './install-desk.tsx';
import { ManifestDiff } from './manifest-diff.tsx';
import { ParametersCard } from './parameters-card.tsx';
import { SubmitInstall } from './submit-install.tsx';
import { useNamespaceState } from './use-namespace-state.ts';

interface EditDeskProps {
  readonly instance: KubeObject;
  readonly version: KubeObject;
}

/** All parameters of an instance in one form: what a change of several runs, and what that will make, before it is written. */
export function EditDesk({ instance, version }: EditDeskProps): ReactNode {
  const t = useTranslations('operator-packages');
  const read = useMemo(() => readOperatorVersion(version), [version]);
  if (!('value' in read)) return <ErrorState title={t('noFiles')} message={read.problem} />;
  return <Edit instance={instance} version={read.value} />;
}

const NO_FORM: ParameterForm = { groups: [], parameters: {} };

interface EditProps extends EditDeskProps {
  readonly version: KudoOperatorVersion;
}

function Edit({ instance, version }: EditProps): ReactNode {
  const t = useTranslations('operator-packages');
  const scope = useScope();
  const { namespace = '', name } = instance.metadata;
  const [initial] = useState(() => parameterValues(instance));
  const [values, setValues] = useState(initial);
  const form = useMemo(() => readParameterForm(version), [version]);
  const known = useNamespaceState(namespace);
  const edit = useMemo(() => parameterEdit(instance, version, values), [instance, version, values]);
  const changed =
    edit.kind === 'change'
      ? Object.fromEntries(edit.names.map((one) => [one, values[one] ?? '']))
      : undefined;
  return (
    <Sides
      choices={
        <>
          <ParametersCard
            version={version}
            form={'value' in form ? form.value : NO_FORM}
            initial={initial}
            values={values}
            onChange={setValues}
          />
          <SubmitInstall
            plan={{
              changes: edit.kind === 'change' ? [edit.change] : [],
              instance: { namespace, name },
              problems: [],
              differing: [],
            }}
            known={known}
            problem={
              edit.kind === 'none' ? t('noChange') : edit.kind === 'refused' ? edit.message : undefined
            }
            words={{ action: t('save'), title: t('editNamed', { name }), failed: t('notSaved') }}
            command={() =>
              changed === undefined
                ? undefined
                : kudoCommand({ verb: 'update', version, namespace, name, values: changed })
            }
            back={urls.declarativeInstance({ namespace, name }, scope, { tab: 'parameters' })}
          />
        </>
      }
      outcome={<Outcome {...{ instance, version, values, edit }} />}
    />
  );
}

interface OutcomeProps extends EditProps {
  readonly values: Readonly<Record<string, string>>;
  readonly edit: ParameterEdit;
}

function Outcome({ instance, version, values, edit }: OutcomeProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { namespace = '', name } = instance.metadata;
  const before = parameterValues(instance);
  const late = useDeferredValue(values);
  const plan = (edit.kind === 'change' ? edit.runs?.plan : undefined) ?? DEPLOY_PLAN;
  const old = useMemo(
    () =>
      renderedText(
        version,
        { namespace, name, values: withoutPasswords(version, parameterValues(instance)) },
        plan,
      ),
    [version, namespace, name, instance, plan],
  );
  const next = useMemo(
    () =>
      renderedText(
        version,
        { namespace, name, values: withoutPasswords(version, late, parameterValues(instance)) },
        plan,
      ),
    [version, namespace, name, late, instance, plan],
  );
  return (
    <>
      <Card title={t('changes')}>
        {edit.kind === 'change' ? (
          <div className="flex min-w-0 flex-col gap-3">
            <ul className="flex flex-col gap-1">
              {edit.names.map((one) => (
                <li key={one} className="min-w-0 break-words">
                  {namesPassword(one)
                    ? t('valueHidden', { name: one })
                    : t('valueChange', {
                        name: one,
                        from: before[one] ?? t('default'),
                        to: values[one] ?? t('default'),
                      })}
                </li>
              ))}
            </ul>
            <Runs edit={edit} />
          </div>
        ) : (
          <p className="text-muted">{edit.kind === 'none' ? t('noChange') : edit.message}</p>
        )}
      </Card>
      <ManifestDiff title={t('manifestsOf', { plan })} before={old} after={next} />
    </>
  );
}

/** "Runs plan backup because BACKUP_FILE changes." */
function Runs({ edit }: { readonly edit: Extract<ParameterEdit, { kind: 'change' }> }): ReactNode {
  const t = useTranslations('operator-packages');
  const { runs } = edit;
  if (runs === undefined) return <p>{t('editRunsNothing')}</p>;
  const { plan, cause, then } = runs;
  return (
    <p className="font-medium">
      {cause.kind === 'parameters'
        ? t('editRuns', { plan, parameters: cause.parameters.join(', ') })
        : t('editRunsPlan', { plan })}
      {then.length === 0 ? null : ` ${t('editRunsThen', { plans: then.join(', ') })}`}
    </p>
  );
}
