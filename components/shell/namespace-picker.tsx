'use client';
import { ChevronsUpDown, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useRemember } from '#components/data/use-reachable.ts';
import { useMay } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { Popover } from '#components/ui/layers/popover.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { inNamespace } from '#lib/urls.ts';
import { CREATE_NAMESPACE } from './create-namespace-right.ts';

// What opens on demand is loaded on demand.
const NamespaceChoices = dynamic(
  () => import('./namespace-choices.tsx').then((module) => module.NamespaceChoices),
  { ssr: false, loading: () => <SkeletonText lines={4} /> },
);
const CreateNamespaceDialog = dynamic(
  () => import('./create-namespace-dialog.tsx').then((module) => module.CreateNamespaceDialog),
  { ssr: false },
);

/** Which namespace the pages show. Its choice is in the address, so it can be shared and survives a reload. */
export function NamespacePicker(): ReactNode {
  const t = useTranslations('shell');
  const [open, setOpen] = useState(false);
  const [creating, setCreating] = useState(false);
  const { namespace = '' } = useScope();
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const toast = useToast();
  const denial = useMay(CREATE_NAMESPACE);
  useRemember(namespace === '' ? undefined : namespace);
  const choose = (name: string): void => {
    setOpen(false);
    router.push(inNamespace(pathname, search.toString(), name));
  };
  const label = namespace === '' ? t('allNamespaces') : namespace;
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('chooseNamespace')}
        className="flex w-72 flex-col"
        trigger={
          <Button className="min-w-0 shrink">
            <span className="text-muted max-sm:sr-only">{t('namespaceLabel')}</span>
            <span className="max-w-52 truncate">{label}</span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
          </Button>
        }
      >
        <NamespaceChoices value={namespace} onSelect={choose} />
        <div className="mt-1 border-t border-line pt-1">
          <Button
            variant="ghost"
            className="w-full justify-start"
            icon={<Plus aria-hidden className="size-4" />}
            {...denial}
            onClick={() => {
              setOpen(false);
              setCreating(true);
            }}
          >
            {t('createNamespace')}
          </Button>
        </div>
      </Popover>
      {creating ? (
        <CreateNamespaceDialog
          open
          onOpenChange={setCreating}
          onCreated={(name) => {
            toast({ tone: 'good', title: t('namespaceCreated', { name }) });
            choose(name);
          }}
        />
      ) : null}
    </>
  );
}
