'use client';
import Link from 'next/link';
import { useId } from 'react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

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
}

/** `type` is "button" unless told otherwise. Without children it is a square icon button and needs an `aria-label`. */
export function Button(props: ButtonProps): ReactNode {
  const { variant = 'secondary', size = 'md', icon, busy = false, disabledReason, ...rest } = props;
  const { className, children, onClick, type = 'button', ...others } = rest;
  const reasonId = useId();
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
  if (disabledReason === undefined) return button;
  return (
    <>
      <Tooltip content={disabledReason}>{button}</Tooltip>
      <span id={reasonId} className="sr-only">
        {disabledReason}
      </span>
    </>
  );
}

export interface LinkButtonProps extends Look, ComponentProps<typeof Link> {
  readonly disabledReason?: string | undefined;
}

/** Looks like a button, goes like a link. With a reason against it, it becomes a disabled button. */
export function LinkButton(props: LinkButtonProps): ReactNode {
  const { variant = 'secondary', size = 'md', icon, disabledReason, className, children, ...others } = props;
  if (disabledReason !== undefined) {
    return (
      <Button variant={variant} size={size} icon={icon} disabledReason={disabledReason} className={className}>
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
