'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import type { FieldDifference } from '#lib/schema-form/text/differences.ts';
import { isSecretPlace } from '#lib/schema-form/desk/drafts.ts';
import { formatPath, type Path } from '#lib/schema-form/schema/path.ts';

const LONGEST = 80;

/** A value on one line; a secret stays one. */
export function ShortValue(props: {
  readonly value: unknown;
  readonly path: Path;
  readonly descriptors: DescriptorTree;
}): ReactNode {
  const { value, path, descriptors } = props;
  const t = useTranslations('instances');
  if (value === undefined) return <span className="text-faint">{t('reviewing.notThere')}</span>;
  const text = isSecretPlace(path, descriptors) ? '••••••' : textOf(value);
  return <span className="font-mono text-xs break-all">{text}</span>;
}

function textOf(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  const line = text === '' ? '""' : text.replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const SHOWN = 12;

/** Which fields change, and from what to what. */
export function DifferenceList(props: {
  readonly label: string;
  readonly differences: readonly FieldDifference[];
  readonly descriptors: DescriptorTree;
}): ReactNode {
  const { label, differences, descriptors } = props;
  const t = useTranslations('instances');
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-1 font-medium">{label}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {differences.slice(0, SHOWN).map(({ path, before, after }) => (
          <li key={formatPath(path)} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <code className="min-w-0 font-mono text-xs break-all text-muted">{formatPath(path)}</code>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
              <ShortValue value={before} path={path} descriptors={descriptors} />
              <span aria-hidden className="text-faint">
                →
              </span>
              <span className="sr-only">{t('reviewing.becomes')}</span>
              <ShortValue value={after} path={path} descriptors={descriptors} />
            </span>
          </li>
        ))}
      </ul>
      {differences.length > SHOWN ? (
        <p className="mt-1 text-sm text-muted">
          {t('reviewing.moreChanges', { count: differences.length - SHOWN })}
        </p>
      ) : null}
    </section>
  );
}
