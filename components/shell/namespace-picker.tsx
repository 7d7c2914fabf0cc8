'use client';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useReachable, useRemember } from '#components/data/use-reachable.ts';
import { useWatch } from '#components/data/use-watch.ts';
import type { WatchResult } from '#components/data/use-watch.ts';
import { useMay } from '#components/olm/rights.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { FilterList } from '#components/ui/filter-list.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { labelProblem } from '#lib/k8s/names.ts';
import { isReadable } from '#lib/access-rules.ts';
import { resources } from '#lib/k8s/resources.ts';
import { inNamespace } from '#lib/urls.ts';
import { CREATE_NAMESPACE, CreateNamespaceDialog } from './create-namespace-dialog.tsx';

const ALL = { value: '', label: 'All namespaces' };

/** Which namespace the pages show. Its choice is in the address, so it can be shared and survives a reload. */
export function NamespacePicker(): ReactNode {
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
  const label = namespace === '' ? ALL.label : namespace;
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Choose a namespace"
        className="flex w-72 flex-col"
        trigger={
          <Button className="min-w-0 shrink">
            <span className="text-muted max-sm:sr-only">Namespace:</span>
            <span className="max-w-52 truncate">{label}</span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
          </Button>
        }
      >
        <Choices value={namespace} onSelect={choose} />
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
            Create namespace
          </Button>
        </div>
      </Popover>
      <CreateNamespaceDialog
        open={creating}
        onOpenChange={setCreating}
        onCreated={(name) => {
          toast({ tone: 'good', title: `Namespace ${name} created` });
          choose(name);
        }}
      />
    </>
  );
}

interface ChoicesProps {
  readonly value: string;
  readonly onSelect: (name: string) => void;
}

/** Mounted only while the popover is open, so that a closed picker follows nothing. */
function Choices({ value, onSelect }: ChoicesProps): ReactNode {
  const namespaces = useWatch({ resource: resources.namespaces });
  if (namespaces.state === 'loading') {
    return (
      <div className="p-2">
        <SkeletonText lines={4} />
      </div>
    );
  }
  if (namespaces.state !== 'ready') return <TypedNamespace why={namespaces} onSelect={onSelect} />;
  const names = namespaces.items.map(({ metadata }) => metadata.name ?? '');
  return (
    <FilterList
      label="Filter namespaces"
      options={names.map((name) => ({ value: name, label: name }))}
      pinned={[ALL]}
      value={value}
      onSelect={onSelect}
      empty={(typed) => `No namespace matches “${typed}”.`}
    />
  );
}

interface TypedNamespaceProps {
  readonly why: WatchResult;
  readonly onSelect: (name: string) => void;
}

/** For people who may work in a namespace but not list them all. */
function TypedNamespace({ why, onSelect }: TypedNamespaceProps): ReactNode {
  const [name, setName] = useState('');
  const problem = labelProblem(name);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (problem === undefined) onSelect(name);
  };
  const reason =
    why.state === 'forbidden'
      ? 'You may not list namespaces. Type the name of yours.'
      : `Namespaces could not be listed: ${why.error?.message ?? 'no answer'}`;
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 p-2">
      <KnownNamespaces onSelect={onSelect} />
      <Field label="Namespace" help={reason} error={name === '' ? undefined : problem}>
        <TextInput value={name} onChange={setName} mono />
      </Field>
      <Button type="submit" variant="primary" disabledReason={problem}>
        Use this namespace
      </Button>
    </form>
  );
}

/** Those that were found without listing them, with what may be seen there. */
function KnownNamespaces({ onSelect }: Pick<ChoicesProps, 'onSelect'>): ReactNode {
  const reach = useReachable(true);
  if (reach.state === 'loading') return <SkeletonText lines={2} />;
  const found = reach.data?.namespaces ?? [];
  if (found.length === 0) return null;
  return (
    <ul aria-label="Namespaces of yours" className="max-h-60 overflow-y-auto">
      <li>
        <Button
          variant="ghost"
          className="w-full justify-start"
          onClick={() => {
            onSelect('');
          }}
        >
          All of these
        </Button>
      </li>
      {found.map(({ name, reads }) => (
        <li key={name}>
          <Button
            variant="ghost"
            className="h-auto w-full flex-col items-start gap-0 py-1"
            onClick={() => {
              onSelect(name);
            }}
          >
            <span className="max-w-full truncate text-text">{name}</span>
            <span className="max-w-full truncate text-xs text-muted">{readable(reads)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const SHOWN = [
  { resource: resources.clusterServiceVersions, words: 'operators' },
  { resource: resources.subscriptions, words: 'subscriptions' },
  { resource: resources.installPlans, words: 'install plans' },
];

function readable(reads: readonly string[]): string {
  const words = SHOWN.filter(({ resource }) => isReadable(reads, resource)).map((one) => one.words);
  return words.length === 0 ? 'no operators to see' : words.join(', ');
}
