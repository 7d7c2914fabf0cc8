'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { CreateDataButton } from '#components/frame/data-object/create-data-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { DraftModel } from './use-source-draft.ts';

/** Pull secrets of the image, in the namespace of the source. */
export function SecretsField({ model }: { readonly model: DraftModel }): ReactNode {
  const t = useTranslations('sources');
  const { draft, set, errorOf } = model;
  const { secrets, namespace } = draft;
  const replace = (index: number, name: string): void =>
    set({ secrets: secrets.map((old, at) => (at === index ? name : old)) });
  const error = errorOf('secrets');
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{t('secrets')}</legend>
      {secrets.map((name, index) => (
        // Rows have no identity but their place: names are being typed.
        <SecretRow
          key={index}
          name={name}
          index={index}
          namespace={namespace}
          onChange={(next) => replace(index, next)}
          onRemove={() => set({ secrets: secrets.filter((_, at) => at !== index) })}
        />
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-3.5" />}
          onClick={() => set({ secrets: [...secrets, ''] })}
        >
          {t('addSecret')}
        </Button>
      </div>
      {error === undefined ? null : <p className="text-sm text-bad">{error}</p>}
      <p className="text-sm text-muted">{t('secretsHelp', { namespace })}</p>
    </fieldset>
  );
}

interface SecretRowProps {
  readonly name: string;
  readonly index: number;
  readonly namespace: string;
  readonly onChange: (name: string) => void;
  readonly onRemove: () => void;
}

function SecretRow({ name, index, namespace, onChange, onRemove }: SecretRowProps): ReactNode {
  const t = useTranslations('sources');
  const [wanted, setWanted] = useState(false);
  const list = useWatch(
    wanted && namespace !== '' ? { resource: resources.secrets, namespace, view: 'metadata' } : undefined,
  );
  const want = (): void => setWanted(true);
  return (
    <div className="flex min-w-0 items-start gap-1">
      <Combobox
        mono
        className="min-w-0 grow"
        aria-label={t('secretNumber', { number: index + 1 })}
        value={name}
        options={list.items.map(({ metadata }) => ({ value: metadata.name }))}
        listLabel="Secrets"
        note={list.state === 'forbidden' ? t('mayNotListSecrets') : undefined}
        onOpen={want}
        onFocus={want}
        onChange={onChange}
      />
      <CreateDataButton kind="Secret" suggestion={name} namespace={namespace} onCreated={onChange} />
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden className="size-4" />}
        aria-label={t('removeSecret', { number: index + 1 })}
        onClick={onRemove}
      />
    </div>
  );
}
