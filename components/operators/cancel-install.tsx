'use client';
import { Trash2 } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useMayChange } from '#components/frame/rights.tsx';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/layers/dialog.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { optional } from '#lib/base/loose.ts';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { urls } from '#lib/urls.ts';

/** Gives up an installation that has brought no operator: only its Subscription is there to delete. */
export function CancelInstall({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const t = useTranslations('operators');
  const { namespace = '', name, uid } = subscription.metadata;
  const asked = useSearchParams().get('dialog') === 'uninstall';
  const [open, setOpen] = useState(asked);
  const router = useRouter();
  const scope = useScope();
  const toast = useToast();
  const submit = useSubmit();
  const change: Change = {
    verb: 'delete',
    resource: resources.subscriptions,
    ref: { namespace, name },
    ...optional({ uid }),
  };
  const denial = useMayChange([change]);
  const cancel = async (): Promise<void> => {
    if (!(await submit({ changes: [change] }))) return;
    toast({ tone: 'good', title: t('subscriptionDeleted', { name }) });
    router.push(urls.operators(scope));
  };
  return (
    <>
      <Button icon={<Trash2 aria-hidden className="size-4" />} {...denial} onClick={() => setOpen(true)}>
        {t('cancelInstall')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('cancelTitle', { name: subscription.spec.name })}
        action={t('cancelAction', { name })}
        more={<ChangeMenu changes={() => [change]} />}
        danger
        onConfirm={cancel}
        {...denial}
      >
        <p>{t('cancelWhat', { name, namespace })}</p>
        <HandOutNote />
      </ConfirmDialog>
    </>
  );
}
