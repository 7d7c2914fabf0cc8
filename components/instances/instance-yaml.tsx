'use client';
import { Pencil } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '#components/olm/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { YamlView } from '#components/ui/code-block.tsx';
import { checkOf } from '#lib/access.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { textOf } from '#lib/schema-form/document.ts';
import type { InstanceType } from '#lib/schema-form/instance-type.ts';
import { withoutManagedFields } from '#lib/schema-form/summary.ts';
import { YamlEdit } from './yaml-edit.tsx';

/** The object as YAML, live; on demand the editor over the state of that moment. */
export function InstanceYaml({
  type,
  object,
}: {
  readonly type: InstanceType;
  readonly object: KubeObject;
}): ReactNode {
  const t = useTranslations('instances');
  const [editing, setEditing] = useState<KubeObject>();
  const { name, namespace } = object.metadata;
  const denial = useMay([checkOf('update', type.resource, { name, namespace })]);
  const text = useMemo(() => textOf(withoutManagedFields(object)), [object]);
  if (editing !== undefined) {
    return (
      <YamlEdit
        type={type}
        start={editing}
        latest={object}
        onDone={() => {
          setEditing(undefined);
        }}
      />
    );
  }
  const going = object.metadata.deletionTimestamp === undefined ? undefined : t('deletingAlready');
  return (
    <div className="flex flex-col gap-3">
      <div className="flex justify-end">
        <Button
          icon={<Pencil aria-hidden className="size-4" />}
          {...(going === undefined ? denial : { disabledReason: going })}
          onClick={() => {
            setEditing(object);
          }}
        >
          {t('edit')}
        </Button>
      </div>
      <YamlView text={text} label={`${type.resource.kind} ${name ?? ''}`} tall />
    </div>
  );
}
