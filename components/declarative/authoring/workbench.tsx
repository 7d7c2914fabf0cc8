'use client';
import { Download } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { archiveName } from '#lib/kudo/package/archive.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { orderedPaths, withFile } from '#lib/kudo/views/authoring.ts';
import { packageReading, type PackageReading } from '#lib/kudo/views/package-view.ts';
import { saveArchive } from './dropped.ts';
import { FileEditor } from './file-editor.tsx';
import { FileList } from './file-list.tsx';
import { PlansSide } from './plans-side.tsx';
import { RenderedSide } from './rendered-side.tsx';
import { ValuesSide } from './values-side.tsx';
import { Verdict } from './verdict.tsx';

interface WorkbenchProps {
  readonly opened: PackageFiles;
  /** Buttons that open another package. */
  readonly choices: ReactNode;
}

type Values = Readonly<Record<string, string>>;
const NOTHING: Values = {};

/** The files, one of them in the editor, and beside it what the package makes of them; verified with every key. */
export function Workbench({ opened, choices }: WorkbenchProps): ReactNode {
  const t = useTranslations('authoring');
  const [files, setFiles] = useState(opened);
  const [saved, setSaved] = useState(opened);
  const [path, setPath] = useState(orderedPaths(opened)[0] ?? '');
  const [line, setLine] = useState<{ readonly number: number }>();
  const [values, setValues] = useState(NOTHING);
  const [side, setSide] = useState('rendered');
  const late = useDeferredValue(files);
  const reading = useMemo(() => packageReading(late), [late]);
  useWarnedBefore(files !== saved);
  const goTo = (file: string, number: number): void => {
    setPath(file);
    setLine({ number });
  };
  const { view } = reading;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Save reading={reading} files={files} onSaved={() => setSaved(files)} />
        {choices}
      </div>
      <Verdict findings={reading.findings} onGo={goTo} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1fr)]">
        <FileList
          files={files}
          findings={reading.findings}
          path={path}
          onPath={(next) => {
            setPath(next);
            setLine(undefined);
          }}
          onFile={(file, text) => {
            setFiles(withFile(files, file, text));
            setPath(text === undefined ? (orderedPaths(withFile(files, file, undefined))[0] ?? '') : file);
          }}
        />
        <FileEditor
          key={path}
          path={path}
          content={files.get(path)}
          findings={reading.findings}
          line={line}
          onText={(text) => setFiles((before) => withFile(before, path, text))}
        />
        <section aria-label={t('results')} className="min-w-0 lg:col-span-2 xl:col-span-1">
          <Tabs
            label={t('results')}
            value={side}
            onChange={setSide}
            items={[
              {
                id: 'rendered',
                label: t('rendered'),
                content: <RenderedSide view={view} path={path} values={values} />,
              },
              { id: 'plans', label: t('plans'), content: <PlansSide view={view} /> },
              {
                id: 'values',
                label: t('values'),
                content: <ValuesSide view={view} values={values} onChange={setValues} />,
              },
            ]}
          />
        </section>
      </div>
    </div>
  );
}

/** Whoever leaves with work that is not saved is asked by the browser. */
function useWarnedBefore(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
}

interface SaveProps {
  readonly reading: PackageReading;
  readonly files: PackageFiles;
  readonly onSaved: () => void;
}

/** Packs what is there, once nothing is wrong with it: as `kubectl kudo package create` does. */
function Save({ reading: { view, findings }, files, onSaved }: SaveProps): ReactNode {
  const t = useTranslations('authoring');
  const toast = useToast();
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const save = async (): Promise<void> => {
    if (view === undefined) return;
    const { operator, version } = view;
    const name = archiveName({
      ...{ name: operator.metadata.name, operatorVersion: version.spec.version },
      ...{ appVersion: version.spec.appVersion, tasks: [], plans: {} },
    });
    try {
      await saveArchive(files, name);
      onSaved();
      toast({ tone: 'good', title: t('packed', { name }) });
    } catch (error) {
      toast({ tone: 'bad', title: t('notPacked'), details: error instanceof Error ? error.message : '' });
    }
  };
  return (
    <Button
      variant="primary"
      icon={<Download aria-hidden className="size-4" />}
      disabledReason={view === undefined || errors > 0 ? t('errorsFirst') : undefined}
      onClick={() => void save()}
    >
      {t('pack')}
    </Button>
  );
}
