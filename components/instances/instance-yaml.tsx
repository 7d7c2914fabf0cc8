'use client';
import { Pencil } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { YamlView } from '#components/ui/code-block.tsx';
import { checkOf } from '#lib/access.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { asEdited } from '#lib/schema-form/schema/summary.ts';
import { urls } from '#lib/urls.ts';
import { instanceRefOf } from './instance-object.ts';

/** The whole object as YAML, live, and the way to edit it. */
export function InstanceYaml({
  type,
  object,
}: {
  readonly type: InstanceType;
  readonly object: KubeObject;
}): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const { resource } = type;
  const { name, namespace } = object.metadata;
  const denial = useMay([checkOf('update', resource, { name, namespace })]);
  const text = useMemo(() => renderYaml(asEdited(object)), [object]);
  const going = object.metadata.deletionTimestamp === undefined ? undefined : t('deletingAlready');
  return (
    <div className="flex flex-col gap-3">
      <div className="flex justify-end">
        <LinkButton
          icon={<Pencil aria-hidden className="size-4" />}
          href={urls.instance(resource, instanceRefOf(resource, object), scope, {
            tab: 'edit',
            view: 'yaml',
          })}
          {...(going === undefined ? denial : { disabledReason: going })}
        >
          {t('edit')}
        </LinkButton>
      </div>
      <YamlView text={text} label={`${resource.kind} ${name}`} tall />
    </div>
  );
}
