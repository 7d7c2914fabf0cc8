'use client';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldOriginProvider } from '#components/schema-form/field-origin.tsx';
import { useFormModel } from '#components/schema-form/state/form-model.ts';
import { SchemaForm } from '#components/schema-form/schema-form.tsx';
import { Switch } from '#components/ui/choices.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { editablePart } from '#lib/schema-form/desk/live.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { onlySet } from '#lib/schema-form/schema/set-only.ts';
import { drawOrigin, LiveObjectProvider } from './edit/origin-of-field.tsx';
import { ProvideCluster } from './form-cluster.tsx';
import type { ProviderHints } from './use-instance-type.ts';

interface SpecReadingProps {
  readonly type: InstanceType;
  readonly object: KubeObject;
  readonly hints: ProviderHints;
}

/** What was asked for, drawn by the fields that edit it: those that are set, or all there are. */
export function SpecReading(props: SpecReadingProps): ReactNode {
  const { type, object } = props;
  const t = useTranslations('instances');
  const [all, setAll] = useState(false);
  // Status goes on changing; what is read here changes with the text only.
  const text = renderYaml(editablePart(object));
  return (
    <LiveObjectProvider object={object} type={type} edited={object}>
      <FieldOriginProvider value={drawOrigin}>
        <div className="flex flex-col gap-4">
          {type.hasSchema ? <Switch label={t('showAllFields')} checked={all} onChange={setAll} /> : null}
          <Fields key={String(all)} {...props} text={text} all={all} />
        </div>
      </FieldOriginProvider>
    </LiveObjectProvider>
  );
}

function Fields(props: SpecReadingProps & { readonly text: string; readonly all: boolean }): ReactNode {
  const { type, object, hints, text, all } = props;
  const { resource, schema } = type;
  const model = useFormModel({ schema, type: resource }, text);
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const show = useEffectEvent(() => {
    if (model.document.text !== text) model.open(text);
  });
  useEffect(() => show(), [text]);
  const { value } = model.document;
  const shown = useMemo(() => (all ? schema : onlySet(schema, value)), [all, schema, value]);
  const read = useMemo(() => ({ ...model, subject: { ...model.subject, schema: shown } }), [model, shown]);
  return (
    <ProvideCluster type={resource} namespace={object.metadata.namespace}>
      <SchemaForm
        model={read}
        descriptors={hints.spec}
        target={target}
        onTarget={(path) => setTarget({ path })}
        mode="read"
        specOnly
      />
    </ProvideCluster>
  );
}
