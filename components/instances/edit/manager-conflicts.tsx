'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RadioGroup } from '#components/ui/choices.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type ApplyConflict, pathInObject } from '#lib/k8s/apply-conflict.ts';
import { formatPath } from '#lib/schema-form/schema/path.ts';
import { useManagerText } from './manager-text.tsx';
import { conflictKey, type Decision, type Decisions } from './write.ts';

interface ManagerConflictsProps {
  readonly conflicts: readonly ApplyConflict[];
  readonly object: unknown;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
}

/** Fields of other managers: for each, take it over or leave it to them. Nothing is forced unasked. */
export function ManagerConflicts(props: ManagerConflictsProps): ReactNode {
  const { conflicts, object, decisions, onDecide } = props;
  const t = useTranslations('instances');
  if (conflicts.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone="warn"
        title={t('reviewing.owned', { count: conflicts.length })}
        details={t('reviewing.ownedHint')}
      />
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflictKey(conflict)}
          conflict={conflict}
          field={formatPath(pathInObject(conflict.path, object))}
          choice={decisions.get(conflictKey(conflict))?.choice}
          onChoose={(choice) => {
            const decision: Decision = { path: conflict.path, choice };
            onDecide(new Map([...decisions, [conflictKey(conflict), decision]]));
          }}
        />
      ))}
    </div>
  );
}

function OneConflict(props: {
  readonly conflict: ApplyConflict;
  readonly field: string;
  readonly choice: Decision['choice'] | undefined;
  readonly onChoose: (choice: Decision['choice']) => void;
}): ReactNode {
  const { conflict, field, choice, onChoose } = props;
  const t = useTranslations('instances');
  const managerText = useManagerText();
  const { manager } = conflict.owner;
  return (
    <RadioGroup
      legend={t.rich('reviewing.ownedBy', {
        field,
        manager,
        code: (words) => <code className="font-mono text-xs break-all">{words}</code>,
      })}
      help={managerText(conflict.owner)}
      value={choice ?? ''}
      onChange={(value) => onChoose(value === 'take' ? 'take' : 'leave')}
      options={[
        { value: 'take', label: t('reviewing.take'), help: t('reviewing.takeHint', { manager }) },
        { value: 'leave', label: t('reviewing.leave'), help: t('reviewing.leaveHint') },
      ]}
    />
  );
}
