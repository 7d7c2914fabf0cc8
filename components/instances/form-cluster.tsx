'use client';
import dynamic from 'next/dynamic';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useDataKeys } from '#components/data/use-data-keys.ts';
import { useResource } from '#components/data/use-resource.ts';
import { useWatch } from '#components/data/use-watch.ts';
import {
  type FormCluster,
  FormClusterProvider,
  type KeysProps,
  type ObjectChoices,
  type ObjectKind,
  type ObjectsProps,
  useFormCluster,
} from '#components/schema-form/state/form-cluster.ts';
import { checkOf, describeCheck } from '#lib/access.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { knownKind, resources } from '#lib/k8s/resources.ts';

/** Few forms make objects in place. */
const CreateObject = dynamic(async () => (await import('./create-data-button.tsx')).CreateObject, {
  ssr: false,
});

/** The type in the form: kinds that descriptors name without a group are looked for beside it. */
const OwnGroup = createContext<Pick<Resource, 'group' | 'version'> | undefined>(undefined);

interface ProvideClusterProps {
  readonly type: Pick<Resource, 'group' | 'version'>;
  /** Of the object in the form, as it is now. */
  readonly namespace: string | undefined;
  readonly children: ReactNode;
}

/** Lets the fields of a form offer the objects of the cluster. */
export function ProvideCluster({ type, namespace, children }: ProvideClusterProps): ReactNode {
  const { group, version } = type;
  const own = useMemo(() => ({ group, version }), [group, version]);
  const cluster = useMemo<FormCluster>(() => ({ namespace, Objects, Keys, CreateObject }), [namespace]);
  return (
    <OwnGroup value={own}>
      <FormClusterProvider value={cluster}>{children}</FormClusterProvider>
    </OwnGroup>
  );
}

function Objects({ of, wanted, namespace, children }: ObjectsProps): ReactNode {
  const own = use(OwnGroup);
  const around = useFormCluster()?.namespace;
  const found = useResource(wanted ? named(of, own) : undefined);
  const resource = found.state === 'ready' ? found.resource : undefined;
  const place = resource?.namespaced === true ? (namespace ?? around) : undefined;
  const list = useWatch(
    resource === undefined
      ? undefined
      : { resource, namespace: place, labelSelector: of.selector, view: 'metadata' },
  );
  return children(wanted ? choicesOf(found.state, list, { resource, namespace: place }) : { state: 'idle' });
}

/** A bare kind that is not built in belongs, if to anything, to the group of the object in the form. */
function named(of: ObjectKind, own: Pick<Resource, 'group' | 'version'> | undefined): ObjectKind {
  if (of.group !== undefined || own === undefined || knownKind(of) !== undefined) return of;
  return { ...of, ...own };
}

function choicesOf(
  type: 'loading' | 'absent' | 'ready',
  list: ReturnType<typeof useWatch>,
  asked: { resource: Resource | undefined; namespace: string | undefined },
): ObjectChoices {
  if (type === 'absent') return { state: 'unknownKind' };
  if (asked.resource === undefined || list.state === 'loading') return { state: 'loading' };
  if (list.state === 'forbidden')
    return { state: 'forbidden', right: describeCheck(checkOf('list', asked.resource, asked)) };
  if (list.state === 'error') {
    return list.error.kind === 'notFound'
      ? { state: 'unknownKind' }
      : { state: 'failed', message: list.error.message };
  }
  return {
    state: 'ready',
    items: list.items.map(({ metadata }) => ({ name: metadata.name, namespace: metadata.namespace })),
  };
}

const DATA = { Secret: resources.secrets, ConfigMap: resources.configMaps } as const;

/** Asks for an object only where there is one: a name is half typed most of the time. */
function Keys({ kind, name, namespace, wanted, children }: KeysProps): ReactNode {
  const around = useFormCluster()?.namespace;
  const place = namespace ?? around;
  const resource = DATA[kind];
  const asked = wanted && place !== undefined;
  const list = useWatch(asked ? { resource, namespace: place, view: 'metadata' } : undefined);
  const known = list.items.find(({ metadata }) => metadata.name === name);
  const sought = asked && name !== '';
  const ref = sought && mayExist(list.state, known) ? { name, namespace: place } : undefined;
  const keys = useDataKeys(resource, ref, known?.metadata.resourceVersion);
  if (!sought || ref !== undefined) return children(keys);
  return children({ state: list.state === 'loading' ? 'loading' : 'absent' });
}

/** Without the list nobody knows before asking. */
function mayExist(state: ReturnType<typeof useWatch>['state'], known: unknown): boolean {
  return state === 'ready' ? known !== undefined : state !== 'loading';
}
