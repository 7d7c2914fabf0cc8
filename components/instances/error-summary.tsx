'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import { formatPath, type Path } from '#lib/schema-form/schema/path.ts';
import type { FieldError } from '#lib/schema-form/schema/field-error.ts';
import { SpeakerName } from './checks/speaker-name.tsx';
import { useProblemText } from '#components/schema-form/state/problem-text.ts';

const SHOWN = 8;

/** What is wrong, each line leading to its field. */
export function ErrorSummary(props: {
  readonly title: string;
  /** The words of the cluster; left out where the errors say it all. */
  readonly details?: string;
  readonly errors: readonly FieldError[];
  readonly onJump: (path: Path) => void;
  readonly action?: ReactNode;
}): ReactNode {
  const { title, details, errors, onJump, action } = props;
  const t = useTranslations('instances');
  const problemText = useProblemText();
  return (
    <Notice
      tone="bad"
      title={title}
      action={action}
      details={
        <>
          {details === undefined || errors.some(({ by }) => by !== undefined) ? null : <p>{details}</p>}
          <ul className="mt-1 flex flex-col">
            {errors.slice(0, SHOWN).map((error, index) => (
              <li key={index} className="min-w-0">
                <button
                  type="button"
                  className="max-w-full rounded-sm text-start break-words hover:underline"
                  onClick={() => onJump(error.path)}
                >
                  <code className="font-mono text-xs text-text">
                    {formatPath(error.path) || t('theObject')}
                  </code>{' '}
                  {problemText(error.problem)} {isCluster(error) ? null : <SpeakerName by={error.by} />}
                </button>
              </li>
            ))}
          </ul>
          {errors.length > SHOWN ? <p>{t('moreErrors', { count: errors.length - SHOWN })}</p> : null}
        </>
      }
    />
  );
}

/** The title says already that it was the cluster. */
function isCluster({ by }: FieldError): boolean {
  return by?.kind === 'cluster';
}
