'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { applyChange } from '#components/data/apply-change.ts';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { refOf } from './instance-object.ts';

interface DeleteInstanceProps {
  readonly resource: Resource;
  /** Undefined closes the dialog. */
  readonly object: KubeObject | undefined;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks, naming the object, and deletes exactly that one: an object made anew under the name stays. */
export function DeleteInstance({ resource, object, onClose, onDeleted }: DeleteInstanceProps): ReactNode {
  const t = useTranslations('instances');
  const toast = useToast();
  const ref = object === undefined ? undefined : refOf(resource, object);
  const name = ref?.name ?? '';
  const finalizers = object?.metadata.finalizers ?? [];
  return (
    <ConfirmDialog
      open={object !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      danger
      title={t('deleteAsk', { kind: resource.kind, name })}
      action={t('deleteNamed', { name })}
      onConfirm={async () => {
        if (object === undefined || ref === undefined) return;
        const { uid } = object.metadata;
        await applyChange({ verb: 'delete', resource, ref, ...(uid === undefined ? {} : { uid }) });
        toast({ tone: 'good', title: t('beingDeleted', { kind: resource.kind, name }) });
        onDeleted?.();
      }}
    >
      <p>
        {t('deleteEffect', {
          scope: ref?.namespace === undefined ? 'cluster' : 'namespace',
          namespace: ref?.namespace ?? '',
        })}
      </p>
      {finalizers.length === 0 ? null : (
        <Notice
          tone="info"
          title={t('mayTakeAWhile')}
          details={t('heldBy', { finalizers: finalizers.join(', ') })}
        />
      )}
    </ConfirmDialog>
  );
}
