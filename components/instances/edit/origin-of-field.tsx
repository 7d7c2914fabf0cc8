'use client';
import { History } from 'lucide-react';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fieldId } from '#components/schema-form/state/form-model.ts';
import type { FieldOriginProps } from '#components/schema-form/field-origin.tsx';
import { Popover } from '#components/ui/layers/popover.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type FieldOrigin, fieldOrigin } from '#lib/k8s/field-origin.ts';
import { ownersOf, readOwnership } from '#lib/k8s/managed-fields.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { formatPath, getIn, type Path, sameValue } from '#lib/schema-form/schema/path.ts';
import { fieldAt, type FieldSchema } from '#lib/schema-form/schema/schema.ts';
import { useManagedFields } from './use-managed-fields.ts';
import { useManagerText } from './manager-text.tsx';

interface LiveObject {
  readonly object: KubeObject;
  readonly resource: Resource;
  readonly schema: FieldSchema;
  /** As it is being edited; the object itself where it is only read. */
  readonly edited: unknown;
}

const LiveObjectContext = createContext<LiveObject | undefined>(undefined);

/** The object of the cluster whose fields are shown. */
export function LiveObjectProvider(props: {
  readonly object: KubeObject;
  readonly type: InstanceType;
  readonly edited: unknown;
  readonly children: ReactNode;
}): ReactNode {
  const { object, type, edited, children } = props;
  const { resource, schema } = type;
  const live = useMemo(() => ({ object, resource, schema, edited }), [object, resource, schema, edited]);
  return <LiveObjectContext value={live}>{children}</LiveObjectContext>;
}

/** For `FieldOriginProvider`. */
export function drawOrigin(props: FieldOriginProps): ReactNode {
  return <OriginOfField {...props} />;
}

/** A quiet button beside a field, which tells who set it, when and how. */
function OriginOfField({ path, title }: FieldOriginProps): ReactNode {
  const t = useTranslations('instances');
  const [open, setOpen] = useState(false);
  const live = use(LiveObjectContext);
  const isThere = [live?.object, live?.edited].some((object) => getIn(object, path) !== undefined);
  if (!isThere) return null;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('origin.of', { field: title })}
      className="max-w-80 p-3"
      trigger={
        <button
          type="button"
          aria-label={t('origin.why')}
          aria-describedby={`${fieldId(path)}-label`}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-text"
        >
          <History aria-hidden className="size-3.5" />
        </button>
      }
    >
      <Origin path={path} />
    </Popover>
  );
}

function Origin({ path }: { readonly path: Path }): ReactNode {
  const live = use(LiveObjectContext);
  return live === undefined ? null : <OriginIn live={live} path={path} />;
}

function OriginIn({ live, path }: { readonly live: LiveObject; readonly path: Path }): ReactNode {
  const t = useTranslations('instances');
  const { object, resource, schema, edited } = live;
  const managers = useManagedFields(resource, object);
  const stored = getIn(object, path);
  const isMine = !sameValue(stored, getIn(edited, path));
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-mono text-xs break-all text-muted">{formatPath(path)}</p>
      {isMine ? <p className="font-medium">{t('origin.you')}</p> : null}
      {stored === undefined ? null : managers.state === 'loading' ? (
        <SkeletonText lines={2} />
      ) : (
        <Recorded
          origin={fieldOrigin(
            ownersOf(readOwnership(managers.managedFields), object, path),
            isDefault(fieldAt(schema, path), stored),
          )}
        />
      )}
    </div>
  );
}

function isDefault(field: FieldSchema | undefined, stored: unknown): boolean {
  return field?.defaultValue !== undefined && sameValue(field.defaultValue, stored);
}

/** What the cluster has on record. */
function Recorded({ origin }: { readonly origin: FieldOrigin }): ReactNode {
  const t = useTranslations('instances');
  const managerText = useManagerText();
  if (origin.kind !== 'set')
    return <p>{t(origin.kind === 'default' ? 'origin.default' : 'origin.unknown')}</p>;
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {origin.owners.map((owner) => (
          <li key={`${owner.manager} ${owner.operation} ${owner.subresource ?? ''}`}>
            <p className="font-mono text-xs break-all">{owner.manager}</p>
            <p>
              {managerText(owner)} <RelativeTime at={owner.time} />
            </p>
          </li>
        ))}
      </ul>
      {origin.maybeDefault ? <p className="text-muted">{t('origin.maybeDefault')}</p> : null}
    </>
  );
}
