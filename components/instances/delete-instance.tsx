'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { optional } from '#lib/base/loose.ts';
import type { Change } from '#lib/k8s/change.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { instanceRefOf } from './instance-object.ts';

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
  const ref = object === undefined ? undefined : instanceRefOf(resource, object);
  const name = ref?.name ?? '';
  const submit = useSubmit();
  const change = object === undefined ? undefined : deletionOf(resource, object);
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
      more={<ChangeMenu changes={() => (change === undefined ? undefined : [change])} />}
      onConfirm={async () => {
        if (change === undefined) return;
        if (!(await submit({ changes: [change] }))) return;
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
      <HandOutNote />
    </ConfirmDialog>
  );
}

function deletionOf(resource: Resource, object: KubeObject): Change {
  const { uid } = object.metadata;
  return {
    verb: 'delete',
    resource,
    ref: instanceRefOf(resource, object),
    ...optional({ uid }),
  };
}
