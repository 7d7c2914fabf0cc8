'use client';
import { useRouter } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMayChange } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { InstallPlanView } from '#lib/kudo/views/package-install.ts';
import { urls } from '#lib/urls.ts';
import type { KnownNamespace } from './use-namespace-state.ts';

interface SubmitProps {
  readonly plan: InstallPlanView;
  readonly known: KnownNamespace;
  /** What has to be mended in the form before. */
  readonly problem: string | undefined;
  readonly words: {
    readonly action: string;
    readonly title: string;
    /** Heads what the API server has against it. */
    readonly failed: string;
  };
  /** The same for KUDO's own plugin; undefined where that has no way to say it. */
  readonly command: () => string | undefined;
  /** Where Cancel leads. */
  readonly back: string;
}

/** The button, with what speaks against pressing it and what became of it. */
export function SubmitInstall(props: SubmitProps): ReactNode {
  const { plan, known, problem: ofForm, words, command, back } = props;
  const t = useTranslations('operator-packages');
  const { busy, failure, install } = useInstallation(plan);
  const denial = useMayChange(plan.changes);
  const [first] = plan.problems;
  const problem =
    first === undefined
      ? undefined
      : first.kind === 'nameTaken'
        ? t('nameTaken', { name: first.name })
        : first.message;
  const blocked = ofForm ?? problem ?? (known.checked ? undefined : t('namespaceChecked'));
  return (
    <div className="flex flex-col gap-4">
      {known.notServed ? <Notice tone="warn" title={t('notServed')} details={t('notServedWhy')} /> : null}
      {plan.differing.length === 0 ? null : (
        <Notice
          tone="warn"
          title={t('differing', { names: plan.differing.join(', ') })}
          details={t('differingWhy')}
        />
      )}
      {problem === undefined ? null : <Notice tone="warn" title={problem} />}
      {failure === undefined ? null : <Notice tone="bad" title={words.failed} details={failure} />}
      <HandOutNote />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          busy={busy}
          {...denial}
          disabledReason={denial.disabledReason ?? blocked}
          onClick={() => void install(words.title)}
        >
          {words.action}
        </Button>
        <ChangeMenu
          changes={() => (blocked === undefined ? plan.changes : undefined)}
          more={[
            {
              label: t('copyKudo'),
              copied: t('kudoCopied'),
              text: () => Promise.resolve(blocked === undefined ? command() : undefined),
            },
          ]}
        />
        <LinkButton variant="ghost" href={back}>
          {t('cancel')}
        </LinkButton>
      </div>
    </div>
  );
}

interface Installation {
  readonly busy: boolean;
  /** Why the last attempt was refused; what was created before it stays, and is not created again. */
  readonly failure: string | undefined;
  readonly install: (title: string) => Promise<void>;
}

/** Creates the objects, then shows the instance at work. */
function useInstallation({ changes, instance }: InstallPlanView): Installation {
  const submit = useSubmit();
  const router = useRouter();
  const scope = useScope();
  const toApiError = useApiError();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const install = async (title: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (await submit({ title, changes })) router.push(urls.declarativeInstance(instance, scope));
    } catch (error) {
      setFailure(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, install };
}
