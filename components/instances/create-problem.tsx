'use client';
import type { ReactNode } from 'react';
import type { FormModel } from '#components/schema-form/form-model.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Path } from '#lib/schema-form/path.ts';
import { ErrorSummary } from './error-summary.tsx';
import type { CreationProblem } from './use-create.ts';

interface CreateProblemProps {
  readonly problem: CreationProblem | undefined;
  readonly model: FormModel;
  readonly onJump: (path: Path) => void;
  readonly onSendAnyway: () => void;
}

/** Why nothing was created, and what to do. It goes by itself once the errors are mended. */
export function CreateProblem({ problem, model, onJump, onSendAnyway }: CreateProblemProps): ReactNode {
  const { document, errors, found } = model;
  if (problem === undefined) return null;
  if (problem.kind === 'broken') {
    if (document.problem === undefined) return null;
    return (
      <Notice
        tone="bad"
        title={`Nothing was sent: the YAML cannot be read in line ${document.problem.line}`}
        details={document.problem.message}
      />
    );
  }
  if (problem.kind === 'invalid') {
    if (found.length === 0) return null;
    return (
      <ErrorSummary
        title={found.length === 1 ? 'One field is not right' : `${found.length} fields are not right`}
        errors={found}
        onJump={onJump}
        action={
          <Button size="sm" onClick={onSendAnyway}>
            Let the cluster decide
          </Button>
        }
      />
    );
  }
  return (
    <ErrorSummary title="The cluster refused it" details={problem.message} errors={errors} onJump={onJump} />
  );
}
