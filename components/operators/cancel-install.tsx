'use client';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { applyChange } from '#components/data/apply-change.ts';
import { useAccess } from '#components/data/use-api.ts';
import { useScope } from '#components/olm/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { Subscription } from '#lib/olm/types.ts';
import { urls } from '#lib/urls.ts';

/** Gives up an installation that has brought no operator: only its Subscription is there to delete. */
export function CancelInstall({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const { namespace = '', name = '', uid } = subscription.metadata;
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const scope = useScope();
  const toast = useToast();
  const { group, plural } = resources.subscriptions;
  const access = useAccess([{ verb: 'delete', group, resource: plural, namespace }]);
  const cancel = async (): Promise<void> => {
    await applyChange({
      verb: 'delete',
      resource: resources.subscriptions,
      ref: { namespace, name },
      ...(uid === undefined ? {} : { uid }),
    });
    toast({ tone: 'good', title: `Subscription ${name} deleted` });
    router.push(urls.operators(scope));
  };
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => {
          setOpen(true);
        }}
      >
        Cancel installation
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Cancel the installation of ${subscription.spec.name}?`}
        action={`Delete Subscription ${name}`}
        danger
        onConfirm={cancel}
        disabledReason={access.state === 'ready' ? access.reason : undefined}
      >
        <p>
          The Subscription {name} in {namespace} and its install plans go. The namespace, its OperatorGroup
          and all definitions stay.
        </p>
      </ConfirmDialog>
    </>
  );
}
