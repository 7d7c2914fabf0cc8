'use client';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { usePhrase } from '#messages/phrases.ts';
import { cx } from './cx.ts';
import { Popover } from './layers/popover.tsx';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './layers/tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-accent-solid text-on-accent hover:bg-accent-solid-hover aria-disabled:hover:bg-accent-solid border-transparent',
  secondary: 'bg-surface text-text border-line-strong hover:bg-hover aria-disabled:hover:bg-surface',
  ghost: 'text-muted border-transparent hover:bg-hover hover:text-text aria-disabled:hover:bg-transparent',
  danger:
    'bg-bad-solid text-on-accent hover:bg-bad-solid-hover aria-disabled:hover:bg-bad-solid border-transparent',
};

const SIZES: Record<ButtonSize, string> = { sm: 'h-7 px-2 text-sm', md: 'h-8 px-3' };
const SQUARES: Record<ButtonSize, string> = { sm: 'size-7', md: 'size-8' };

function buttonClass(variant: ButtonVariant, size: ButtonSize, square: boolean, more?: string): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    square ? SQUARES[size] : SIZES[size],
    VARIANTS[variant],
    more,
  );
}

interface Look {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'disabled'> {
  /** Work is under way: shows a spinner and ignores presses. */
  readonly busy?: boolean;
  /** Why the button may not be pressed, as a sentence. It stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | undefined;
  /** What else to know about the reason, such as how to get rid of it: pressing the blocked button shows it. */
  readonly explanation?: ReactNode;
}

/** `type` is "button" unless told otherwise. Without children it is a square icon button and needs an `aria-label`. */
export function Button(props: ButtonProps): ReactNode {
  const {
    variant = 'secondary',
    size = 'md',
    icon,
    busy = false,
    disabledReason: closedBecause,
    explanation,
    ...rest
  } = props;
  const { className, children, onClick, type = 'button', ...others } = rest;
  const reasonId = useId();
  const disabledReason = usePhrase()(closedBecause);
  const blocked = busy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      type={type}
      {...others}
      onClick={press}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason === undefined ? others['aria-describedby'] : reasonId}
      className={buttonClass(variant, size, children === undefined, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
  return (
    // The same tree with and without a reason: a button that opens under the user's finger keeps its focus.
    <>
      <Reason content={disabledReason} explanation={explanation}>
        {button}
      </Reason>
      {disabledReason === undefined ? null : (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}

interface ReasonProps {
  readonly content: string | undefined;
  readonly explanation: ReactNode;
  readonly children: ReactElement<Record<string, unknown>>;
}

function Reason({ content, explanation, children }: ReasonProps): ReactNode {
  if (content === undefined || explanation === undefined)
    return <Tooltip content={content}>{children}</Tooltip>;
  return <Explained explanation={explanation}>{children}</Explained>;
}

interface ExplainedProps {
  readonly explanation: ReactNode;
  readonly children: ReactElement<Record<string, unknown>>;
}

/** By pointer, by touch and by keyboard: the panel opens on hover and when the button is pressed. */
function Explained({ explanation, children }: ExplainedProps): ReactNode {
  const t = useTranslations('ui');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      openOnHover
      trigger={children}
      label={t('whyNotPossible')}
      className="w-[min(34rem,calc(100vw-2rem))] p-3"
    >
      {explanation}
    </Popover>
  );
}

export interface LinkButtonProps extends Look, ComponentProps<typeof Link> {
  readonly disabledReason?: string | undefined;
  readonly explanation?: ReactNode;
}

/** Looks like a button, goes like a link. With a reason against it, it becomes a disabled button. */
export function LinkButton(props: LinkButtonProps): ReactNode {
  const { variant = 'secondary', size = 'md', icon, disabledReason, explanation, ...more } = props;
  const { className, children, ...others } = more;
  if (disabledReason !== undefined) {
    const why = { disabledReason, explanation, 'aria-label': others['aria-label'] };
    return (
      <Button variant={variant} size={size} icon={icon} className={className} {...why}>
        {children}
      </Button>
    );
  }
  return (
    <Link {...others} className={buttonClass(variant, size, children === undefined, className)}>
      {icon}
      {children}
    </Link>
  );
}
