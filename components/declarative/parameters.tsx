'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMay } from '#components/frame/rights.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/inputs.tsx';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { checkOf } from '#lib/access.ts';
import { namesPassword } from '#lib/base/secret-name.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { parameterChange, type InstanceView, type ParameterView } from '#lib/kudo/views/instance-view.ts';
import { urls } from '#lib/urls.ts';
import { HiddenInput, HiddenValue } from './hidden-value.tsx';

/** What the Instance was given, and what each change of it would run. */
export function Parameters({ instance }: { readonly instance: InstanceView }): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const [changing, setChanging] = useState<ParameterView>();
  const denial = useMay([checkOf('patch', kudoResources.instances, instance)]);
  if (instance.parameters.length === 0) return <p className="text-muted">{t('noParameters')}</p>;
  return (
    <>
      <div className="flex justify-end">
        <LinkButton href={urls.editDeclarative(instance, scope)}>{t('editAll')}</LinkButton>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {instance.parameters.map((parameter) => (
          <li
            key={parameter.name}
            className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 md:flex-nowrap"
          >
            <div className="min-w-0 grow basis-56">
              <p className="flex min-w-0 flex-wrap items-center gap-2">
                <span className="font-medium break-words">{parameter.title}</span>
                {parameter.title === parameter.name ? null : (
                  <span className="font-mono text-sm break-all text-muted">{parameter.name}</span>
                )}
                {parameter.required && parameter.default === undefined ? (
                  <Badge>{t('required')}</Badge>
                ) : null}
                {parameter.advanced ? <Badge>{t('advanced')}</Badge> : null}
              </p>
              {parameter.description === undefined ? null : (
                <p className="text-sm break-words text-muted">{parameter.description}</p>
              )}
            </div>
            <Value parameter={parameter} />
            <Button
              size="sm"
              aria-label={t('changeTitle', { name: parameter.title })}
              onClick={() => {
                setChanging(parameter);
              }}
              {...(parameter.immutable ? { disabledReason: t('immutable') } : denial)}
            >
              {t('change')}
            </Button>
          </li>
        ))}
      </ul>
      {changing === undefined ? null : (
        <ChangeDialog
          key={changing.name}
          instance={instance}
          parameter={changing}
          onClose={() => {
            setChanging(undefined);
          }}
        />
      )}
    </>
  );
}

function Value({
  parameter: { name, value, default: usual },
}: {
  readonly parameter: ParameterView;
}): ReactNode {
  const t = useTranslations('declarative');
  const held = value ?? usual;
  if (namesPassword(name) && held !== undefined && held !== '')
    return (
      <div className="min-w-0 grow basis-40">
        <HiddenValue name={name} value={held} instead={t(value === undefined ? 'hiddenDefault' : 'hidden')} />
      </div>
    );
  return (
    <div className="min-w-0 grow basis-40">
      {value === undefined ? null : (
        <p className="line-clamp-4 font-mono text-sm break-all whitespace-pre-wrap">{value}</p>
      )}
      {usual === undefined ? (
        value === undefined ? (
          <p className="text-sm text-muted">{t('unset')}</p>
        ) : null
      ) : (
        <p className="line-clamp-4 text-sm break-all text-muted">{t('default', { value: usual })}</p>
      )}
    </div>
  );
}

interface ChangeDialogProps {
  readonly instance: InstanceView;
  readonly parameter: ParameterView;
  readonly onClose: () => void;
}

function ChangeDialog({ instance, parameter, onClose }: ChangeDialogProps): ReactNode {
  const t = useTranslations('declarative');
  const submit = useSubmit();
  const toast = useToast();
  const { name, title, runs } = parameter;
  const [value, setValue] = useState(parameter.value ?? parameter.default ?? '');
  // What is the default anyway is not written, and follows the operator's next versions.
  const change = parameterChange(instance, name, value === parameter.default ? undefined : value);
  const secret = namesPassword(name);
  const same = value === (parameter.value ?? parameter.default ?? '');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('changeTitle', { name: title })}
      action={t('change')}
      more={<ChangeMenu changes={() => [change]} />}
      disabledReason={same ? t('value') : undefined}
      onConfirm={async () => {
        if (await submit({ changes: [change] }))
          toast({ tone: 'good', title: t('changed', { name: title }) });
      }}
    >
      <div className="flex flex-col gap-3">
        <Field
          label={t('value')}
          {...(parameter.default === undefined || secret
            ? {}
            : { help: t('default', { value: parameter.default }) })}
        >
          {secret ? (
            <HiddenInput name={name} value={value} onChange={setValue} />
          ) : (
            <TextArea mono value={value} onChange={setValue} />
          )}
        </Field>
        <p>{runs === undefined ? t('runsNothing') : t('runs', { plan: runs })}</p>
        <HandOutNote />
      </div>
    </ConfirmDialog>
  );
}
