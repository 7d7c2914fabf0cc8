'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';

export interface CodeBlockProps {
  readonly text: string;
  /** What it is, for the header and the copy button. */
  readonly label: string;
  readonly children?: ReactNode;
  /** Let it grow with its content instead of scrolling after some 30 lines. */
  readonly tall?: boolean;
}

/** Text in fixed width, with a button that copies it. Long lines scroll inside. */
export function CodeBlock({ text, label, children, tall = false }: CodeBlockProps): ReactNode {
  const t = useTranslations('ui');
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-sunken">
      <figcaption className="flex h-8 items-center justify-between gap-2 border-b border-line ps-3 pe-1 text-xs text-muted">
        <span className="min-w-0 truncate">{label}</span>
        <CopyButton text={text} label={t('copyNamed', { name: label })} />
      </figcaption>
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A region that scrolls has to be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        className={cx(
          'overflow-auto p-3 font-mono text-xs leading-5 focus-visible:-outline-offset-2',
          !tall && 'max-h-150',
        )}
      >
        <code>{children ?? text}</code>
      </pre>
    </figure>
  );
}

/** One line of YAML, cut into key, value and comment. */
const LINE = /^(\s*(?:- )*)((?!- )[^\s#'"][^:#]*|'[^']*'|"[^"]*")(:)(\s.*|)$/;

function YamlLine({ line }: { readonly line: string }): ReactNode {
  if (/^\s*#/.test(line)) return <span className="text-faint">{line}</span>;
  const match = LINE.exec(line);
  if (match === null) return line;
  return (
    <>
      {match[1]}
      <span className="text-accent">{match[2]}</span>
      <span className="text-faint">{match[3]}</span>
      {match[4]}
    </>
  );
}

/** Lines above which the colouring is left out, so that a huge object stays quick. */
const COLOURED_LINES = 2000;

/** YAML to read and copy. To edit it, use the editor. */
export function YamlView({
  text,
  label = 'YAML',
  tall = false,
}: {
  readonly text: string;
  readonly label?: string;
  readonly tall?: boolean;
}): ReactNode {
  const lines = text.split('\n');
  if (lines.length > COLOURED_LINES) return <CodeBlock text={text} label={label} tall={tall} />;
  return (
    <CodeBlock text={text} label={label} tall={tall}>
      {lines.map((line, index) => (
        <span key={index}>
          <YamlLine line={line} />
          {'\n'}
        </span>
      ))}
    </CodeBlock>
  );
}
