'use client';
import { FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import type { KudoParameter } from '#lib/kudo/api/types.ts';
import { givenValues } from '#lib/kudo/parameters/given.ts';
import { FileDrop } from '../file-drop.tsx';
import { FileChoice } from '../file-choice.tsx';

type Values = Readonly<Record<string, string>>;

/** Larger than the values of any operator. */
const MOST_BYTES = 1_048_576;

type Loaded =
  | { readonly name: string; readonly problems: readonly string[] }
  | { readonly name: string; readonly count: number; readonly unknown: readonly string[] };

interface ValuesFileProps {
  readonly parameters: readonly KudoParameter[];
  /** What the file says, for parameters that there are. */
  readonly onValues: (values: Values) => void;
  readonly children: ReactNode;
}

/** Around a form: takes a file of values that is dropped on it or chosen, as `kubectl kudo install -P` reads it (KUDO 36). */
export function ValuesFile({ parameters, onValues, children }: ValuesFileProps): ReactNode {
  const t = useTranslations('operator-packages');
  const [loaded, setLoaded] = useState<Loaded>();
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    const read = await readValues(file, t('valuesTooLarge'));
    if ('problems' in read) {
      setLoaded({ name: file.name, problems: read.problems });
      return;
    }
    const known = new Set(parameters.map(({ name }) => name));
    const entries = Object.entries(read.values);
    const values = Object.fromEntries(entries.filter(([name]) => known.has(name)));
    setLoaded({
      name: file.name,
      count: Object.keys(values).length,
      unknown: entries.flatMap(([name]) => (known.has(name) ? [] : [name])),
    });
    onValues(values);
  };
  return (
    <FileDrop
      label={t('parameters')}
      className="flex min-w-0 flex-col gap-4 rounded-md"
      onDrop={(data) => void take([...data.files])}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileChoice
          size="sm"
          label={t('valuesFile')}
          icon={<FileUp aria-hidden className="size-4" />}
          accept=".yaml,.yml,.json"
          onFiles={(files) => void take(files)}
        />
        <span className="text-sm text-muted">{t('valuesFileWhat')}</span>
      </div>
      <Outcome loaded={loaded} />
      {children}
    </FileDrop>
  );
}

function Outcome({ loaded }: { readonly loaded: Loaded | undefined }): ReactNode {
  const t = useTranslations('operator-packages');
  if (loaded === undefined) return null;
  if ('problems' in loaded)
    return (
      <Notice
        tone="bad"
        title={t('valuesNotRead', { name: loaded.name })}
        details={loaded.problems.slice(0, 5).join(' · ')}
      />
    );
  const { name, count, unknown } = loaded;
  return (
    <Notice
      tone={unknown.length === 0 ? 'info' : 'warn'}
      title={t('valuesRead', { name, count })}
      details={
        unknown.length === 0 ? undefined : t('valuesUnknown', { names: unknown.slice(0, 10).join(', ') })
      }
    />
  );
}

async function readValues(
  file: File,
  tooLarge: string,
): Promise<{ values: Values } | { problems: readonly string[] }> {
  if (file.size > MOST_BYTES) return { problems: [tooLarge] };
  return givenValues([], [{ name: file.name, text: await file.text() }]);
}
