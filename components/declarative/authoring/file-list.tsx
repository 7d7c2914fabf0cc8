'use client';
import { FilePlus2, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import type { PackageFinding } from '#lib/kudo/verify/finding.ts';
import { findingsOf, orderedPaths, pathProblem } from '#lib/kudo/views/authoring.ts';

interface FileListProps {
  readonly files: PackageFiles;
  readonly findings: readonly PackageFinding[];
  /** The one in the editor. */
  readonly path: string;
  readonly onPath: (path: string) => void;
  /** Adds a file; without a text it goes. */
  readonly onFile: (path: string, text: string | undefined) => void;
}

/** The files of the package, those with findings marked. */
export function FileList({ files, findings, path, onPath, onFile }: FileListProps): ReactNode {
  const t = useTranslations('authoring');
  const packages = useTranslations('operator-packages');
  return (
    <nav aria-label={t('files')} className="flex min-w-0 flex-col gap-3">
      <ul className="flex flex-col gap-0.5">
        {orderedPaths(files).map((file) => {
          const own = findingsOf(findings, file);
          const errors = own.filter(({ severity }) => severity === 'error').length;
          return (
            <li key={file}>
              <button
                type="button"
                aria-current={file === path ? 'true' : undefined}
                className={cx(
                  'flex min-h-8 w-full min-w-0 items-center justify-between gap-2 rounded-md px-2.5 py-1 text-start font-mono text-xs hover:bg-hover focus-visible:-outline-offset-2',
                  file === path && 'bg-hover font-medium',
                )}
                onClick={() => onPath(file)}
              >
                <span className="min-w-0 break-all">{file}</span>
                {own.length === 0 ? null : (
                  <span className={cx('shrink-0 font-sans', errors > 0 ? 'text-bad' : 'text-warn')}>
                    <span aria-hidden>{own.length}</span>
                    <span className="sr-only">
                      {packages('findings', { errors, warnings: own.length - errors })}
                    </span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <NewFile files={files} onFile={onFile} />
      {files.has(path) ? (
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => onFile(path, undefined)}
        >
          {t('removeFile', { file: path.split('/').at(-1) ?? path })}
        </Button>
      ) : null}
    </nav>
  );
}

function NewFile({ files, onFile }: Pick<FileListProps, 'files' | 'onFile'>): ReactNode {
  const t = useTranslations('authoring');
  const [name, setName] = useState('');
  const problem = pathProblem(files, name);
  return (
    <form
      className="flex min-w-0 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem !== undefined) return;
        onFile(name, '');
        setName('');
      }}
    >
      <Field
        label={t('newFile')}
        error={name === '' || problem === undefined ? undefined : t(`pathProblem.${problem}`)}
      >
        <TextInput mono value={name} onChange={setName} placeholder={t('pathExample')} />
      </Field>
      <Button
        type="submit"
        size="sm"
        icon={<FilePlus2 aria-hidden className="size-4" />}
        disabledReason={problem === undefined ? undefined : t(`pathProblem.${problem}`)}
      >
        {t('addFile')}
      </Button>
    </form>
  );
}
