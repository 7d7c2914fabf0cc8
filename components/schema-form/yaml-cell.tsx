'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea } from '#components/ui/inputs.tsx';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import { type Path, pathKey, sameValue } from '#lib/schema-form/schema/path.ts';
import type { YamlProblem } from '#lib/schema-form/text/yaml-library.ts';
import { readYaml } from '#lib/schema-form/text/yaml-read.ts';
import { useProblemText } from './state/problem-text.ts';

interface YamlCellProps {
  readonly path: Path;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onClear: () => void;
  readonly disabled: boolean;
  readonly ariaLabel?: string | undefined;
}

interface Draft {
  readonly text: string;
  readonly value: unknown;
  readonly problem?: YamlProblem;
}

/** A small YAML box for what no other control fits. Broken text stays, with its line; the value is the last good one. */
export function YamlCell({ path, value, onChange, onClear, disabled, ariaLabel }: YamlCellProps): ReactNode {
  const t = useTranslations('schema-form');
  const problemText = useProblemText();
  const [draft, setDraft] = useState<Draft>();
  const current = draft !== undefined && sameValue(draft.value, value) ? draft : undefined;
  const text = current?.text ?? (value === undefined ? '' : renderYaml(value).trimEnd());
  const change = (next: string): void => {
    if (next.trim() === '') {
      setDraft(undefined);
      onClear();
      return;
    }
    const reading = readYaml(next);
    if (reading.ok) {
      setDraft({ text: next, value: reading.parsed.value });
      onChange(reading.parsed.value);
    } else {
      setDraft({ text: next, value, problem: reading.problem });
    }
  };
  return (
    <>
      <TextArea
        data-path={pathKey(path)}
        {...(ariaLabel === undefined ? {} : { 'aria-label': ariaLabel })}
        mono
        value={text}
        rows={Math.min(16, Math.max(2, text.split('\n').length + 1))}
        placeholder="YAML"
        disabled={disabled}
        onChange={change}
      />
      {current?.problem === undefined ? null : (
        <p role="alert" className="text-sm text-bad">
          {t('line', { line: current.problem.line, problem: problemText(current.problem.problem) })}
        </p>
      )}
    </>
  );
}
