'use client';
import type { ReactNode } from 'react';
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
      title={`Delete ${resource.kind} ${name}?`}
      action={`Delete ${name}`}
      onConfirm={async () => {
        if (object === undefined || ref === undefined) return;
        const { uid } = object.metadata;
        await applyChange({ verb: 'delete', resource, ref, ...(uid === undefined ? {} : { uid }) });
        toast({ tone: 'good', title: `${resource.kind} ${name} is being deleted` });
        onDeleted?.();
      }}
    >
      <p>
        Its operator removes what it made for it
        {ref?.namespace === undefined ? '' : ` in namespace ${ref.namespace}`}. This cannot be undone.
      </p>
      {finalizers.length === 0 ? null : (
        <Notice
          tone="info"
          title="It may take a while"
          details={`It goes only after ${finalizers.join(', ')} has let it go.`}
        />
      )}
    </ConfirmDialog>
  );
}
