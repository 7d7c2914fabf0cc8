'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pathKey, type Path, type PathStep } from '#lib/schema-form/schema/path.ts';

/** The path at the cursor; each part leads to its line. */
export function Breadcrumbs({
  path,
  onGo,
}: {
  readonly path: Path;
  readonly onGo: (path: Path) => void;
}): ReactNode {
  const t = useTranslations('schema-form');
  return (
    <nav aria-label={t('editor.pathAtCursor')} className="min-w-0 overflow-x-auto">
      <ol className="flex w-max items-center font-mono text-xs text-muted">
        {path.map((step, index) => (
          <li key={pathKey(path.slice(0, index + 1))} className="flex items-center">
            {index === 0 ? null : (
              <span aria-hidden className="text-faint">
                ›
              </span>
            )}
            <button
              type="button"
              aria-current={index === path.length - 1 ? 'location' : undefined}
              className="min-h-6 rounded-sm px-1.5 hover:bg-hover hover:text-text aria-[current]:text-text"
              onClick={() => onGo(path.slice(0, index + 1))}
            >
              {stepText(step)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stepText(step: PathStep): string {
  return typeof step === 'number' ? `[${String(step)}]` : step;
}
