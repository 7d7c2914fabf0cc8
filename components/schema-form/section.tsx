'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import type { ErrorTree } from '#lib/schema-form/validate/error-tree.ts';
import { formatPath, type Path, pathKey } from '#lib/schema-form/schema/path.ts';
import { ClearButton, Help, OwnErrors } from './field-parts.tsx';
import { FieldOriginSlot } from './field-origin.tsx';
import { fieldId } from './state/form-model.ts';
import { useUi } from './state/use-ui.ts';

interface SectionProps {
  readonly path: Path;
  readonly title: string;
  readonly help?: string | undefined;
  readonly required: boolean;
  readonly errors: ErrorTree;
  /** What is in it, in a word or two. */
  readonly summary: string;
  readonly startOpen: boolean;
  /** There is something in it. */
  readonly filled?: boolean;
  readonly onClear: (() => void) | undefined;
  readonly children: ReactNode;
}

const ROOT: Path = [];

/** A part of the form that opens and closes. Its content exists only while it is open. */
export function Section(props: SectionProps): ReactNode {
  const { path, help, errors, startOpen, filled = false, children } = props;
  const [chosen, setOpen] = useUi('open', path);
  const [all] = useUi('all', ROOT);
  const open = chosen ?? (all === undefined ? startOpen : all && filled);
  const id = fieldId(path);
  return (
    <section
      aria-labelledby={`${id}-label`}
      className="min-w-0 scroll-mt-24"
      id={id}
      data-section={pathKey(path)}
      data-invalid={errors.own.length === 0 ? undefined : true}
      tabIndex={-1}
    >
      <SectionHeader {...props} open={open} onToggle={() => setOpen(!open)} />
      <OwnErrors errors={errors.own} className="ps-5" />
      {open ? (
        <div className="ms-[7px] flex flex-col gap-4 border-s border-line py-2 ps-4">
          {help === undefined ? null : (
            <p className="text-sm text-muted">
              <Help text={help} />
            </p>
          )}
          {children}
        </div>
      ) : null}
    </section>
  );
}

interface SectionHeaderProps extends Omit<SectionProps, 'children'> {
  readonly open: boolean;
  readonly onToggle: () => void;
}

function SectionHeader(props: SectionHeaderProps): ReactNode {
  const { path, title, required, errors, summary, onClear, open, onToggle } = props;
  const t = useTranslations('schema-form');
  const labelId = `${fieldId(path)}-label`;
  return (
    <div className="flex min-h-8 items-center gap-1">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="-ms-1 flex min-w-0 grow items-center gap-1.5 rounded-md py-1 ps-1 pe-2 text-start hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
        />
        <span id={labelId} title={formatPath(path)} className="min-w-0 font-medium break-words">
          {title}
          {required ? <span aria-hidden className="ms-0.5 text-bad after:content-['*']" /> : null}
        </span>
        <span className="shrink-0 text-xs text-faint">{summary}</span>
        {errors.count > 0 ? <Badge tone="bad">{t('errors', { count: errors.count })}</Badge> : null}
      </button>
      <FieldOriginSlot path={path} title={title} />
      {onClear === undefined ? null : <ClearButton describedBy={labelId} onClear={onClear} />}
    </div>
  );
}

interface DisclosureProps {
  readonly label: string;
  readonly count?: number;
  readonly badge?: ReactNode;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly children: () => ReactNode;
}

/** "More fields" and "Advanced configuration". */
export function Disclosure({ label, count, badge, open, onToggle, children }: DisclosureProps): ReactNode {
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onToggle(!open)}
        className="flex w-full items-center gap-1.5 rounded-md border border-dashed border-line px-2 py-1.5 text-start text-muted hover:border-line-strong hover:bg-hover hover:text-text"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-4 shrink-0 transition-transform', open && 'rotate-90')}
        />
        <span className="font-medium">{label}</span>
        {count === undefined ? null : (
          <span aria-hidden className="text-xs text-faint">
            {count}
          </span>
        )}
        {badge}
      </button>
      {open ? <div className="flex flex-col gap-4 py-4">{children()}</div> : null}
    </div>
  );
}
