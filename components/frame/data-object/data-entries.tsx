'use client';
import { Eye, EyeOff, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TextArea, TextInput } from '#components/ui/inputs.tsx';
import {
  type DataDraft,
  type DataEntry,
  entryProblem,
  withEntry,
  withNewEntry,
  withoutEntry,
} from './data-object.ts';

interface DataEntriesProps {
  readonly draft: DataDraft;
  readonly onChange: (draft: DataDraft) => void;
}

/** Keys with their values; those of a Secret are hidden until asked for. */
export function DataEntries({ draft, onChange }: DataEntriesProps): ReactNode {
  const t = useTranslations('data-objects');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium">{t('entries')}</legend>
      {draft.entries.map((_, index) => (
        // Rows have no identity but their place: keys are being typed.
        <EntryRow key={index} draft={draft} index={index} onChange={onChange} />
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-3.5" />}
          onClick={() => onChange(withNewEntry(draft))}
        >
          {t('addEntry')}
        </Button>
      </div>
    </fieldset>
  );
}

function EntryRow({ draft, index, onChange }: DataEntriesProps & { readonly index: number }): ReactNode {
  const t = useTranslations('data-objects');
  const entry = draft.entries[index];
  if (entry === undefined) return null;
  const problem = entryProblem(draft, index);
  const name = entry.key === '' ? String(index + 1) : entry.key;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 flex-wrap items-start gap-1 sm:flex-nowrap">
        <TextInput
          mono
          className="sm:max-w-48"
          aria-label={t('key', { number: index + 1 })}
          aria-invalid={problem !== undefined}
          placeholder={t('keyHint')}
          value={entry.key}
          readOnly={entry.fixed}
          onChange={(key) => onChange(withEntry(draft, index, { key }))}
        />
        <ValueInput
          label={t('value', { name })}
          hides={draft.kind === 'Secret'}
          entry={entry}
          onChange={(value) => onChange(withEntry(draft, index, { value }))}
        />
        {entry.fixed ? null : (
          <Button
            variant="ghost"
            icon={<Trash2 aria-hidden className="size-3.5" />}
            aria-label={t('removeEntry', { name })}
            onClick={() => onChange(withoutEntry(draft, index))}
          />
        )}
      </div>
      {problem === undefined ? null : <p className="text-sm text-bad">{t(`problem.${problem}`)}</p>}
    </div>
  );
}

interface ValueInputProps {
  readonly label: string;
  readonly hides: boolean;
  readonly entry: DataEntry;
  readonly onChange: (value: string) => void;
}

/** Texts of several lines, such as certificates, are shown: a hidden box would drop their line breaks. */
function ValueInput({ label, hides, entry, onChange }: ValueInputProps): ReactNode {
  const t = useTranslations('data-objects');
  const [asked, setAsked] = useState(false);
  const shown = !hides || asked || entry.value.includes('\n');
  return (
    <div className="flex min-w-0 grow items-start gap-1">
      {shown ? (
        <TextArea
          mono
          rows={Math.min(8, Math.max(1, entry.value.split('\n').length))}
          aria-label={label}
          value={entry.value}
          onChange={onChange}
        />
      ) : (
        <TextInput
          mono
          type="password"
          autoComplete="new-password"
          aria-label={label}
          value={entry.value}
          onChange={onChange}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').replaceAll('\r\n', '\n');
            if (!pasted.includes('\n')) return;
            event.preventDefault();
            onChange(entry.value + pasted);
          }}
        />
      )}
      {hides ? (
        <Button
          variant="ghost"
          aria-pressed={shown}
          aria-label={t('reveal', { name: entry.key })}
          icon={shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          onClick={() => setAsked(!shown)}
        />
      ) : null}
    </div>
  );
}
