'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useDataKeys } from '#components/data/use-data-keys.ts';
import { useWatch } from '#components/data/use-watch.ts';
import { CreateDataButton } from '#components/frame/data-object/create-data-button.tsx';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { hasDigest, OPERATOR_HUB } from '#lib/olm/sources/draft.ts';
import { draftFieldId } from './field-id.ts';
import { ImageWords } from './image-words.tsx';
import { SecretsField } from './secrets-field.tsx';
import type { DraftModel } from './use-source-draft.ts';

/** Written the same in every language. */
const EXAMPLES = {
  image: OPERATOR_HUB.image,
  grpc: 'catalog.olm.svc:50051',
  http: 'https://catalogs.example.com/api/v1/all',
} as const;

interface PartProps {
  readonly model: DraftModel;
}

/** What a source of the chosen kind needs. */
export function KindFields({ model }: PartProps): ReactNode {
  switch (model.draft.kind) {
    case 'image':
      return <ImageFields model={model} />;
    case 'grpc':
      return <AddressField model={model} />;
    case 'http':
      return <UrlField model={model} />;
    case 'configmap':
      return <ConfigMapField model={model} />;
  }
}

function ImageFields({ model }: PartProps): ReactNode {
  const t = useTranslations('sources');
  const { draft, set, errorOf } = model;
  const fixed = hasDigest(draft.image);
  return (
    <>
      <Field
        id={draftFieldId('image')}
        label={t('image')}
        required
        error={errorOf('image')}
        help={
          errorOf('image') === undefined && draft.image !== '' ? (
            <ImageWords image={draft.image} />
          ) : (
            t('imageHelp')
          )
        }
      >
        <TextInput
          mono
          value={draft.image}
          placeholder={EXAMPLES.image}
          onChange={(image) => set({ image: image.trim() })}
        />
      </Field>
      {fixed ? (
        <p className="text-sm text-muted">{t('noPollForDigest')}</p>
      ) : (
        <Field
          id={draftFieldId('interval')}
          label={t('pollEvery')}
          error={errorOf('interval')}
          help={t('pollHelp')}
        >
          <TextInput
            mono
            className="sm:max-w-40"
            value={draft.interval}
            placeholder="15m"
            onChange={(interval) => set({ interval: interval.trim() })}
          />
        </Field>
      )}
      <SecretsField model={model} />
    </>
  );
}

function AddressField({ model }: PartProps): ReactNode {
  const t = useTranslations('sources');
  const { draft, set, errorOf } = model;
  const [wanted, setWanted] = useState(false);
  const services = useWatch(
    wanted && draft.namespace !== ''
      ? { resource: resources.services, namespace: draft.namespace }
      : undefined,
  );
  const options = services.items.flatMap(({ metadata, spec }) =>
    portsOf(spec).map((port) => ({
      value: `${metadata.name}.${metadata.namespace ?? ''}.svc:${String(port)}`,
    })),
  );
  const want = (): void => setWanted(true);
  return (
    <Field
      id={draftFieldId('address')}
      label={t('hostPort')}
      required
      error={errorOf('address')}
      help={t('hostPortHelp')}
    >
      <Combobox
        mono
        value={draft.address}
        placeholder={EXAMPLES.grpc}
        options={options}
        listLabel={t('services')}
        note={
          services.state === 'forbidden'
            ? t('mayNotListServices')
            : t('servicesOf', { namespace: draft.namespace })
        }
        onOpen={want}
        onFocus={want}
        onChange={(address) => set({ address: address.trim() })}
      />
    </Field>
  );
}

function portsOf(spec: unknown): readonly number[] {
  if (typeof spec !== 'object' || spec === null || !('ports' in spec) || !Array.isArray(spec.ports))
    return [];
  return spec.ports.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'port' in entry && typeof entry.port === 'number'
      ? [entry.port]
      : [],
  );
}

function UrlField({ model }: PartProps): ReactNode {
  const t = useTranslations('sources');
  const { draft, set, errorOf } = model;
  return (
    <Field id={draftFieldId('url')} label={t('url')} required error={errorOf('url')} help={t('urlHelp')}>
      <TextInput
        mono
        value={draft.url}
        placeholder={EXAMPLES.http}
        onChange={(url) => set({ url: url.trim() })}
      />
    </Field>
  );
}

function ConfigMapField({ model }: PartProps): ReactNode {
  const t = useTranslations('sources');
  const { draft, set, errorOf } = model;
  const [wanted, setWanted] = useState(false);
  const maps = useWatch(
    (wanted || draft.configMap !== '') && draft.namespace !== ''
      ? { resource: resources.configMaps, namespace: draft.namespace, view: 'metadata' }
      : undefined,
  );
  const want = (): void => setWanted(true);
  return (
    <>
      <Field
        id={draftFieldId('configMap')}
        label={t('address.configmap')}
        required
        error={errorOf('configMap')}
        help={t('configMapHelp', { namespace: draft.namespace })}
      >
        <div className="flex min-w-0 items-start gap-1">
          <Combobox
            mono
            className="min-w-0 grow"
            value={draft.configMap}
            options={maps.items.map(({ metadata }) => ({ value: metadata.name }))}
            listLabel="ConfigMaps"
            note={maps.state === 'forbidden' ? t('mayNotListMaps') : undefined}
            onOpen={want}
            onFocus={want}
            onChange={(configMap) => set({ configMap: configMap.trim() })}
          />
          <CreateDataButton
            kind="ConfigMap"
            suggestion={draft.configMap}
            namespace={draft.namespace}
            onCreated={(configMap) => set({ configMap })}
          />
        </div>
      </Field>
      <MapRemark
        model={model}
        known={maps.items.find(({ metadata }) => metadata.name === draft.configMap)?.metadata.resourceVersion}
      />
    </>
  );
}

/** Source: OLM's older form, a ConfigMap with these three lists. */
const THREE_KEYS = ['clusterServiceVersions', 'customResourceDefinitions', 'packages'];

/** Which of the two forms the chosen ConfigMap has. */
function MapRemark({ model, known }: PartProps & { readonly known: string | undefined }): ReactNode {
  const t = useTranslations('sources');
  const { configMap, namespace } = model.draft;
  const keys = useDataKeys(
    resources.configMaps,
    known === undefined ? undefined : { name: configMap, namespace },
    known,
  );
  if (keys.state !== 'ready') return null;
  const older = THREE_KEYS.some((key) => keys.keys.includes(key));
  return (
    <p className="text-sm text-muted">
      {keys.keys.length === 0
        ? t('mapEmpty')
        : t(older ? 'mapOlder' : 'mapFbc', { keys: keys.keys.join(', ') })}
    </p>
  );
}
