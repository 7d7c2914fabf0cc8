'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Forbidden } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { SearchInput } from '#components/ui/inputs.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { ErrorState } from '#components/ui/states.tsx';
import { keyOf, type Resource } from '#lib/k8s/object.ts';
import { filterInstances } from '../list/instance-rows.ts';

interface InstanceDialogProps {
  readonly resource: Resource;
  readonly onClose: () => void;
  /** `namespace/name`, or `name`. */
  readonly onChoose: (key: string) => void;
}

/** Which live instance to start from. */
export function InstanceDialog(props: InstanceDialogProps): ReactNode {
  const { resource, onClose } = props;
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  return (
    <Dialog
      open
      title={t('starting.instanceTitle', { kind: resource.kind })}
      onOpenChange={onClose}
      footer={<Button onClick={onClose}>{ui('cancel')}</Button>}
    >
      <Choices {...props} />
    </Dialog>
  );
}

const SHOWN = 50;

function Choices({ resource, onClose, onChoose }: InstanceDialogProps): ReactNode {
  const t = useTranslations('instances');
  const scope = useScope();
  const [query, setQuery] = useState('');
  const found = useScopedWatch({ resource, view: 'metadata' });
  switch (found.state) {
    case 'loading':
      return <SkeletonRows />;
    case 'forbidden':
      return <Forbidden resource={resource} at={scope} />;
    case 'error':
      return <ErrorState message={found.error.message} />;
    case 'ready':
      break;
  }
  if (found.items.length === 0)
    return <p className="pb-3 text-muted">{t('starting.noInstance', { kind: resource.kind })}</p>;
  const rows = filterInstances(found.items, query);
  return (
    <div className="flex flex-col gap-3 pb-2">
      <SearchInput label={t('filter')} value={query} onChange={setQuery} />
      {rows.length === 0 ? <p className="text-muted">{t('nothingMatchesHint', { query })}</p> : null}
      <ul className="flex flex-col">
        {rows.slice(0, SHOWN).map((object) => (
          <li key={keyOf(object)}>
            <button
              type="button"
              className="flex w-full min-w-0 items-baseline gap-2 rounded-md px-2 py-1.5 text-start hover:bg-hover"
              onClick={() => {
                onClose();
                onChoose(keyOf(object));
              }}
            >
              <span className="min-w-0 font-medium break-words">{object.metadata.name}</span>
              <span className="min-w-0 text-sm break-words text-muted">{object.metadata.namespace}</span>
            </button>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN ? (
        <p className="text-sm text-muted">{t('moreErrors', { count: rows.length - SHOWN })}</p>
      ) : null}
    </div>
  );
}
