'use client';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { YamlEditor } from '#components/yaml/yaml-editor.tsx';
import { mergeObjects } from '#lib/k8s/three-way-merge.ts';
import type { Conflict } from '#lib/k8s/three-way-merge.ts';
import { textOf } from '#lib/schema-form/document.ts';

interface EditConflictProps {
  /** The object as it was when editing began, mine as edited, theirs as it is now; all without managedFields. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Why my text cannot be merged or kept now, such as YAML that cannot be read. */
  readonly mendFirst: string | undefined;
  /** Goes on from theirs, with this as the text. */
  readonly onTake: (value: unknown) => void;
  /** Goes on from theirs, with my text as it is. */
  readonly onKeepMine: () => void;
}

/** Somebody else changed the object meanwhile: both versions side by side, and the ways to go on. */
export function EditConflict(props: EditConflictProps): ReactNode {
  const { base, mine, theirs, mendFirst, onTake, onKeepMine } = props;
  const t = useTranslations('instances');
  const merge = useMemo(() => mergeObjects({ base, mine, theirs }), [base, mine, theirs]);
  const texts = useMemo(
    () => ({ base: textOf(base), mine: textOf(mine), theirs: textOf(theirs) }),
    [base, mine, theirs],
  );
  const fields = merge.conflicts.map(nameOf).join(', ');
  const disjoint = merge.conflicts.length === 0;
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone="warn"
        title={t('moved')}
        details={disjoint ? t('disjoint') : t('changedByBoth', { fields })}
        action={
          <span className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="primary"
              disabledReason={mendFirst ?? (disjoint ? undefined : t('changedByBoth', { fields }))}
              onClick={() => {
                onTake(merge.value);
              }}
            >
              {t('mergeBoth')}
            </Button>
            <Button size="sm" disabledReason={mendFirst} onClick={onKeepMine}>
              {t('keepMine')}
            </Button>
            <Button
              size="sm"
              onClick={() => {
                onTake(theirs);
              }}
            >
              {t('takeTheirs')}
            </Button>
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <Version label={t('yourVersion')} text={texts.mine} original={texts.base} />
        <Version label={t('theirVersion')} text={texts.theirs} original={texts.base} />
      </div>
    </div>
  );
}

interface VersionProps {
  readonly label: string;
  readonly text: string;
  readonly original: string;
}

/** What one side changed since the common start. */
function Version({ label, text, original }: VersionProps): ReactNode {
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-medium">{label}</h3>
      <YamlEditor
        label={label}
        text={text}
        original={original}
        readOnly
        className="h-48 rounded-md border border-line"
      />
    </section>
  );
}

function nameOf({ path }: Conflict): string {
  return path.join('.');
}
