'use client';
import { Copy, Download } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Rehearsal } from '#components/data/apply-change.ts';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock, YamlView } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { targetOf, type Change } from '#lib/k8s/change.ts';
import { kubectlOf, yamlOf } from '#lib/k8s/change-text.ts';
import { useShownPasswords } from './shown-passwords.tsx';
import type { Translate } from '#messages/types.ts';

export interface HandedOut {
  readonly title?: string;
  readonly changes: readonly Change[];
  readonly rehearsal: Rehearsal;
}

interface HandOutDialogProps {
  readonly handedOut: HandedOut;
  readonly onClose: () => void;
}

/** The changes as text to take along: YAML for a repository, commands for a shell. */
export function HandOutDialog({ handedOut, onClose }: HandOutDialogProps): ReactNode {
  const { changes, rehearsal } = handedOut;
  const yaml = useMemo(() => yamlOf(changes), [changes]);
  const { shown, holds, toggle } = useShownPasswords(changes);
  const kubectl = useMemo(() => kubectlOf(shown), [shown]);
  const shownYaml = useMemo(() => yamlOf(shown), [shown]);
  const [open, setOpen] = useState(true);
  const toast = useToast();
  const t = useTranslations('changes');
  const close = (): void => {
    setOpen(false);
    onClose();
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(yaml);
      toast({ tone: 'good', title: t('yamlCopied') });
    } catch {
      toast({
        tone: 'bad',
        title: t('notCopied'),
        details: t('notCopiedDetails'),
      });
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      width="lg"
      title={handedOut.title ?? titleOf(changes, t)}
      description={t('committedDescription')}
      footer={
        <>
          <Button onClick={close}>{t('close')}</Button>
          <Button
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => download(fileNameOf(changes), yaml)}
          >
            {t('download')}
          </Button>
          <Button
            variant="primary"
            icon={<Copy aria-hidden className="size-4" />}
            onClick={() => void copy()}
          >
            {t('copyYaml')}
          </Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4 pb-2">
        {rehearsal.forbidden === undefined ? (
          <p className="text-muted">{t(rehearsal.partly ? 'dryRunPartly' : 'dryRunPassed')}</p>
        ) : (
          <Notice tone="warn" title={t('unchecked')} details={rehearsal.forbidden} />
        )}
        {holds ? (
          <Notice tone="warn" title={t('holdsPasswords')} details={t('holdsPasswordsWhat')} action={toggle} />
        ) : null}
        <YamlView label={t('commit')} text={shownYaml.trimEnd()} />
        <CodeBlock label={t('kubectlByHand')} text={kubectl} />
      </div>
    </Dialog>
  );
}

function titleOf(changes: readonly Change[], t: Translate<'changes'>): string {
  const last = changes.at(-1);
  if (last === undefined) return t('commit');
  return t('title', { verb: last.verb, kind: last.resource.kind, name: targetOf(last).name ?? '' });
}

/** Such as `subscription-argocd.yaml`: after the last object, which is what the others are for. */
function fileNameOf(changes: readonly Change[]): string {
  const last = changes.at(-1);
  const words = last === undefined ? ['change'] : [last.resource.kind, targetOf(last).name ?? 'new'];
  return `${words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')}.yaml`;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
