'use client';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { RichText } from '#components/ui/rich-text.tsx';
import { outlineOfBlocks, type MarkdownSection } from '#lib/markdown/outline.ts';
import { parseMarkdown } from '#lib/markdown/parse.ts';

/** Text longer than this is folded at first. */
const LONG = 3500;
/** So many headings make a table of contents. */
const HEADINGS = 4;

/** The provider's own words: a catalog's, so nothing but text, lists, code, tables and links ever comes of them. */
export function Description({ markdown }: { readonly markdown: string }): ReactNode {
  const t = useTranslations('packages');
  const [all, setAll] = useState(false);
  const id = useId();
  const sections = useMemo(() => outlineOfBlocks(parseMarkdown(markdown)), [markdown]);
  const isLong = markdown.length > LONG;
  const titles = sections.filter(({ title }) => title !== '');
  if (sections.length === 0) {
    return (
      <Card title={t('description')}>
        <p className="text-muted">{t('noDescription')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('description')}>
      {isLong && titles.length >= HEADINGS ? (
        <Contents id={id} sections={sections} onOpen={() => setAll(true)} />
      ) : null}
      <div
        className={cx(
          'flex min-w-0 flex-col gap-3',
          isLong && !all && 'max-h-120 overflow-hidden mask-b-from-80%',
        )}
      >
        {sections.map((section, index) => (
          <div key={index} id={`${id}-${String(index)}`} tabIndex={-1} className="scroll-mt-16 outline-none">
            <RichText blocks={section.blocks} />
          </div>
        ))}
      </div>
      {isLong ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2 mt-2"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('showLess') : t('showWhole')}
        </Button>
      ) : null}
    </Card>
  );
}

interface ContentsProps {
  readonly id: string;
  readonly sections: readonly MarkdownSection[];
  readonly onOpen: () => void;
}

function Contents({ id, sections, onOpen }: ContentsProps): ReactNode {
  const t = useTranslations('packages');
  const goTo = (index: number): void => {
    onOpen();
    // The text is unfolded first.
    requestAnimationFrame(() => {
      const section = document.getElementById(`${id}-${String(index)}`);
      section?.scrollIntoView({ block: 'start' });
      section?.focus({ preventScroll: true });
    });
  };
  return (
    <nav aria-label={t('contents')} className="mb-4 rounded-md bg-sunken px-3 py-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {sections.map(({ title }, index) =>
          title === '' ? null : (
            <li key={index} className="min-w-0">
              <button
                type="button"
                className="max-w-full text-start text-sm break-words text-accent hover:underline"
                onClick={() => goTo(index)}
              >
                {title}
              </button>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
