'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Path } from '#lib/schema-form/schema/path.ts';
import type { DryRun } from '../checks/use-dry-run.ts';
import { ErrorSummary } from '../error-summary.tsx';
import type { CreationProblem } from './use-create.ts';
import { useProblemText } from '#components/schema-form/state/problem-text.ts';

interface CreateProblemProps {
  readonly problem: CreationProblem | undefined;
  readonly model: FormModel;
  readonly dryRun: DryRun;
  readonly onJump: (path: Path) => void;
  readonly onSendAnyway: () => void;
}

/** Why nothing was created, and what to do. It goes by itself once the errors are mended. */
export function CreateProblem(props: CreateProblemProps): ReactNode {
  const { problem, model, dryRun, onJump, onSendAnyway } = props;
  const { document, errors, found } = model;
  const t = useTranslations('instances');
  const problemText = useProblemText();
  if (problem === undefined) return null;
  if (problem.kind === 'broken') {
    if (document.problem === undefined) return null;
    return (
      <Notice
        tone="bad"
        title={t('unreadableNotSent', { line: document.problem.line })}
        details={problemText(document.problem.problem)}
      />
    );
  }
  if (problem.kind === 'invalid') {
    if (found.length === 0) return null;
    return (
      <ErrorSummary
        title={t('fieldsWrong', { count: found.length })}
        errors={found}
        onJump={onJump}
        action={
          <Button size="sm" onClick={onSendAnyway}>
            {t('letClusterDecide')}
          </Button>
        }
      />
    );
  }
  // What it refused has been mended meanwhile.
  if (dryRun.kind === 'accepted') return null;
  return <ErrorSummary title={t('refused')} details={problem.message} errors={errors} onJump={onJump} />;
}
