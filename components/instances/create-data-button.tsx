'use client';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '#components/olm/rights.tsx';
import { type CreateObjectProps, useFormCluster } from '#components/schema-form/form-cluster.ts';
import { Button } from '#components/ui/button.tsx';
import { checkOf } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';

const CreateDataDialog = dynamic(async () => (await import('./create-data-dialog.tsx')).CreateDataDialog, {
  ssr: false,
});

/** Makes a Secret or ConfigMap without leaving the form. */
export function CreateDataButton({ kind, suggestion, namespace, onCreated }: CreateObjectProps): ReactNode {
  const t = useTranslations('instances');
  const around = useFormCluster()?.namespace;
  const [open, setOpen] = useState(false);
  const place = namespace ?? around;
  const resource = kind === 'Secret' ? resources.secrets : resources.configMaps;
  const denial = useMay([checkOf('create', resource, { namespace: place })]);
  if (place === undefined || place === '') return null;
  return (
    <>
      <Button
        variant="ghost"
        icon={<Plus aria-hidden className="size-4" />}
        aria-label={t('data.create', { kind })}
        {...denial}
        onClick={() => {
          setOpen(true);
        }}
      />
      {open ? (
        <CreateDataDialog
          kind={kind}
          namespace={place}
          suggestion={suggestion}
          onClose={(name) => {
            setOpen(false);
            if (name !== undefined) onCreated(name);
          }}
        />
      ) : null}
    </>
  );
}
