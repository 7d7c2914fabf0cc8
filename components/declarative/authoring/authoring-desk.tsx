'use client';
import '../package/no-eval.ts';
import { FilePlus2, FolderUp, PackageOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { starterFiles } from '#lib/kudo/views/authoring.ts';
import { FileDrop } from '../file-drop.tsx';
import { FileChoice } from '../file-choice.tsx';
import { filesFromChoice, filesFromDrop } from './dropped.ts';
import { Workbench } from './workbench.tsx';

/** A package that was dropped, chosen or begun; `round` tells one from the next. */
interface Opened {
  readonly files: PackageFiles;
  readonly round: number;
}

/** Takes a package in, then shows the place to work on it. */
export function AuthoringDesk(): ReactNode {
  const t = useTranslations('authoring');
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  const open = async (files: PackageFiles | Promise<PackageFiles>): Promise<void> => {
    try {
      const read = await files;
      if (read.size === 0) {
        setProblem(t('nothingDropped'));
        return;
      }
      setProblem(undefined);
      setOpened((before) => ({ files: read, round: (before?.round ?? 0) + 1 }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const choices = (
    <>
      <FileChoice
        label={t('openFolder')}
        icon={<FolderUp aria-hidden className="size-4" />}
        folder
        onFiles={(files) => void open(filesFromChoice(files))}
      />
      <FileChoice
        label={t('openArchive')}
        icon={<PackageOpen aria-hidden className="size-4" />}
        accept=".tgz,.tar.gz,.tar"
        onFiles={(files) => void open(filesFromChoice(files))}
      />
    </>
  );
  return (
    <FileDrop
      label={t('dropHere')}
      className="flex min-w-0 flex-col gap-4 rounded-lg"
      onDrop={(data) => void open(filesFromDrop(data))}
    >
      {problem === undefined ? null : <Notice tone="bad" title={t('notOpened')} details={problem} />}
      {opened === undefined ? (
        <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed border-line-strong px-4 py-14 text-center">
          <p className="text-lg font-medium">{t('dropHere')}</p>
          <p className="max-w-140 text-muted">{t('dropWhat')}</p>
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="primary"
              icon={<FilePlus2 aria-hidden className="size-4" />}
              onClick={() => void open(starterFiles())}
            >
              {t('begin')}
            </Button>
            {choices}
          </div>
        </div>
      ) : (
        <Workbench key={opened.round} opened={opened.files} choices={choices} />
      )}
    </FileDrop>
  );
}
