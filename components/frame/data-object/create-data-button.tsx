'use client';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '#components/frame/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { checkOf } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';

const CreateDataDialog = dynamic(async () => (await import('./create-data-dialog.tsx')).CreateDataDialog, {
  ssr: false,
});

interface CreateDataButtonProps {
  readonly kind: 'Secret' | 'ConfigMap';
  /** What the name begins with. */
  readonly suggestion: string;
  /** Without one there is no button: nobody knows yet where it would go. */
  readonly namespace: string | undefined;
  readonly onCreated: (name: string) => void;
}

/** Makes a Secret or ConfigMap without leaving the form. */
export function CreateDataButton(props: CreateDataButtonProps): ReactNode {
  const { kind, suggestion, namespace, onCreated } = props;
  const t = useTranslations('data-objects');
  const [open, setOpen] = useState(false);
  const resource = kind === 'Secret' ? resources.secrets : resources.configMaps;
  const denial = useMay([checkOf('create', resource, { namespace })]);
  if (namespace === undefined || namespace === '') return null;
  return (
    <>
      <Button
        variant="ghost"
        icon={<Plus aria-hidden className="size-4" />}
        aria-label={t('title', { kind })}
        {...denial}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <CreateDataDialog
          kind={kind}
          namespace={namespace}
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
