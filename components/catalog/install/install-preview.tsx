'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import { namespacesTyped } from '#lib/olm/foresight/install-draft.ts';
import type { DraftPreview, InstallDraft } from '#lib/olm/foresight/install-draft.ts';
import type { InstallPreview, PreviewObject } from '#lib/olm/foresight/install-preview.ts';
import { urls } from '#lib/urls.ts';
import type { PackageRef } from '#lib/urls.ts';
import { useInstallWords } from './install-words.ts';
import type { Translate } from '#messages/types.ts';

interface PreviewCardProps {
  readonly at: PackageRef;
  readonly bundle: CatalogBundle;
  readonly draft: InstallDraft;
  readonly preview: DraftPreview;
}

/** What Install creates, what the controller then brings, and the same as a command. */
export function PreviewCard({ at, bundle, draft, preview }: PreviewCardProps): ReactNode {
  const tInstall = useTranslations('install');
  const words = useInstallWords();
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card title={tInstall('willBeCreated')} description={words(preview.fit.reason)} flush>
        <ul className="divide-y divide-line">
          {preview.objects.map(({ kind, metadata }) => (
            <PreviewRow key={kind} kind={kind} name={metadata.name} />
          ))}
        </ul>
        {preview.problem === undefined ? <Brought at={at} bundle={bundle} draft={draft} /> : null}
      </Card>
      <ObjectYaml
        label={tInstall('sameWithKubectl')}
        objects={preview.objects}
        before={"kubectl create -f - <<'EOF'\n"}
        after="EOF"
        tall
      />
    </div>
  );
}

/** Kinds that your own click creates; the rest of the answer is what the controller does. */
const OWN: ReadonlySet<string> = new Set(['Namespace', 'OperatorGroup', 'Subscription']);

function Brought({ at, bundle, draft }: Omit<PreviewCardProps, 'preview'>): ReactNode {
  const tInstall = useTranslations('install');
  const targets = namespacesTyped(draft.targets).join(',');
  const answer = useApi<InstallPreview>(
    urls.api.installPreview({
      ...at,
      csv: bundle.name,
      channel: draft.channel,
      namespace: draft.namespace,
      mode: draft.mode,
      ...(targets === '' ? {} : { targets }),
    }),
  );
  if (answer.state === 'loading') {
    return (
      <div className="border-t border-line px-4 py-3">
        <Skeleton className="h-3.5 w-2/3" />
      </div>
    );
  }
  // The install itself does not hang on it: who may not look just sees less.
  if (answer.state !== 'ready') return null;
  const brought = answer.data.creates.filter(({ kind }) => !OWN.has(kind));
  return (
    <>
      <Doubts preview={answer.data} isPlanned={brought.length > 0} />
      <details className="group border-t border-line">
        <summary className="flex items-center gap-1 px-4 py-2.5 text-sm text-muted hover:text-text">
          <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open:rotate-90" />
          {tInstall('brings', { count: brought.length, bundle: bundle.name })}
        </summary>
        <ul className="max-h-96 divide-y divide-line overflow-y-auto border-t border-line">
          {brought.map((object) => (
            <PreviewRow
              key={`${object.kind}/${object.namespace ?? ''}/${object.name}`}
              kind={object.kind}
              name={object.name}
              note={noteOf(object, tInstall)}
            />
          ))}
        </ul>
      </details>
    </>
  );
}

/** Why it would not come to its end; that nothing is planned at all, the card above explains. */
function Doubts({
  preview: { problem, lacks, unjudged },
  isPlanned,
}: {
  readonly preview: InstallPreview;
  readonly isPlanned: boolean;
}): ReactNode {
  const tInstall = useTranslations('install');
  const said = [
    ...(problem === undefined || !isPlanned ? [] : [tInstall('foretold.problem', { why: problem })]),
    ...(lacks.length === 0
      ? []
      : [tInstall('foretold.lacks', { list: lacks.map(({ kind, name }) => `${kind} ${name}`).join(', ') })]),
    ...(unjudged.length === 0 ? [] : [tInstall('foretold.unjudged', { list: unjudged.join(', ') })]),
  ];
  return said.map((words) => (
    <p key={words} className="border-t border-line px-4 py-2.5 text-sm wrap-anywhere text-muted">
      {words}
    </p>
  ));
}

function noteOf({ kind, exists }: PreviewObject, t: Translate<'install'>): string | undefined {
  if (exists !== true) return undefined;
  return kind === 'CustomResourceDefinition' ? t('isThereUpdated') : t('isThere');
}

function PreviewRow({
  kind,
  name,
  note,
}: {
  readonly kind: string;
  readonly name: string;
  readonly note?: string | undefined;
}): ReactNode {
  return (
    <li className="flex min-w-0 items-center gap-3 px-4 py-2">
      <span className="w-30 shrink-0 truncate font-medium sm:w-44" title={kind}>
        {kind}
      </span>
      <MiddleTruncate text={name} className="min-w-0 grow font-mono text-sm" />
      {note === undefined ? null : <Badge>{note}</Badge>}
    </li>
  );
}
