'use client';
import { ChevronDown } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { cx } from '../cx.ts';
import { TextInput } from '../inputs.tsx';
import { layerRoot, useLayer } from './layer.ts';
import { OptionRow } from './option-row.tsx';
import { POPUP_CLASS } from './popup-class.ts';

export interface ComboboxOption {
  readonly value: string;
  /** At the end of the line, e.g. a namespace. */
  readonly detail?: string | undefined;
}

export interface ComboboxProps extends Omit<
  ComponentProps<typeof TextInput>,
  'value' | 'onChange' | 'type' | 'list'
> {
  readonly value: string;
  /** What was typed or chosen. Any text goes: the options are offers, not limits. */
  readonly onChange: (value: string) => void;
  readonly options: readonly ComboboxOption[];
  /** Names the list. */
  readonly listLabel: string;
  /** False: nothing to offer, an ordinary text field. */
  readonly offers?: boolean;
  /** At the foot of the list: why it is empty, where its entries come from. */
  readonly note?: ReactNode;
  readonly onOpen?: (() => void) | undefined;
}

/** More matches are only counted: nobody scrolls through hundreds of names. */
const SHOWN = 200;
const NONE = -1;

/** A text field that offers choices while one types. */
export function Combobox(props: ComboboxProps): ReactNode {
  const { value, onChange, options, listLabel, offers = true, note, onOpen, className, ...rest } = props;
  const t = useTranslations('ui');
  const listId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const list = useChoices(props, listId);
  const { open } = list;
  const input = (
    <TextInput
      {...rest}
      value={value}
      {...(offers
        ? {
            role: 'combobox',
            'aria-expanded': open,
            'aria-controls': open ? listId : undefined,
            'aria-autocomplete': 'list' as const,
            'aria-activedescendant': list.active === NONE ? undefined : optionId(listId, list.active),
          }
        : {})}
      className={offers ? 'pe-8' : undefined}
      onChange={(text) => {
        onChange(text);
        if (offers) list.type();
      }}
      onKeyDown={(event) => {
        if (offers) list.onKeyDown(event);
        rest.onKeyDown?.(event);
      }}
      onClick={() => {
        if (offers) list.show();
      }}
      onBlur={(event) => {
        list.hide();
        rest.onBlur?.(event);
      }}
    />
  );
  return (
    <div ref={setAnchor} className={cx('relative', className)}>
      {input}
      {offers ? (
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2 top-2 size-4 text-muted" />
      ) : null}
      {open && anchor !== null ? (
        <Choices list={list} id={listId} anchor={anchor} value={value} label={listLabel} note={note} />
      ) : null}
      {offers ? (
        <span role="status" className="sr-only">
          {open ? t('choices', { count: list.matches }) : ''}
        </span>
      ) : null}
    </div>
  );
}

interface ChoiceList {
  readonly open: boolean;
  readonly shown: readonly ComboboxOption[];
  /** All that match, shown or not. */
  readonly matches: number;
  /** Index among `shown`, or -1. */
  readonly active: number;
  readonly type: () => void;
  readonly show: () => void;
  readonly hide: () => void;
  readonly choose: (option: ComboboxOption) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function useChoices(
  { value, options, disabled, onChange, onOpen }: ComboboxProps,
  listId: string,
): ChoiceList {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [marked, setMarked] = useState(NONE);
  // Only what is typed narrows: what was chosen before would hide its neighbours.
  const wanted = typed ? value.trim().toLowerCase() : '';
  const matching = options.filter((option) => option.value.toLowerCase().includes(wanted));
  const shown = matching.slice(0, SHOWN);
  const active = Math.min(marked, shown.length - 1);
  const mark = (index: number): void => {
    setMarked(index);
    document.getElementById(optionId(listId, index))?.scrollIntoView({ block: 'nearest' });
  };
  const show = (): void => {
    if (open || disabled === true) return;
    onOpen?.();
    setTyped(false);
    setMarked(NONE);
    setOpen(true);
  };
  const hide = (): void => setOpen(false);
  const choose = (option: ComboboxOption): void => {
    onChange(option.value);
    hide();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const next = open ? stepOf(event.key, active, shown.length) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      mark(next);
    } else if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      show();
    } else if (event.key === 'Enter' && open) {
      const option = shown[active];
      event.preventDefault();
      if (option === undefined) hide();
      else choose(option);
    }
  };
  const type = (): void => {
    onOpen?.();
    setTyped(true);
    setMarked(NONE);
    setOpen(true);
  };
  return { open, shown, matches: matching.length, active, type, show, hide, choose, onKeyDown };
}

/** Home and End belong to the text until an option is marked. */
function stepOf(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return active <= 0 ? count - 1 : active - 1;
    case 'Home':
      return active === NONE ? undefined : 0;
    case 'End':
      return active === NONE ? undefined : count - 1;
    default:
      return undefined;
  }
}

function optionId(listId: string, index: number): string {
  return `${listId}-${String(index)}`;
}

interface ChoicesProps {
  readonly list: ChoiceList;
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly value: string;
  readonly label: string;
  readonly note: ReactNode;
}

const PLACEMENT = { side: 'bottom', align: 'start', gap: 4 } as const;

function Choices({ list, id, anchor, value, label, note }: ChoicesProps): ReactNode {
  const t = useTranslations('ui');
  const panel = useLayer({ anchor, placement: PLACEMENT, onDismiss: list.hide, takesEscape: true });
  const more = list.matches - list.shown.length;
  const sized = useRef(false);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null || sized.current) return;
    sized.current = true;
    element.style.setProperty('width', `${String(Math.max(anchor.offsetWidth, 220))}px`);
  }, [panel, anchor]);
  return createPortal(
    <div
      ref={panel}
      popover="manual"
      className={cx(POPUP_CLASS, 'flex flex-col')}
      // The text field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      role="presentation"
    >
      <div
        id={id}
        role="listbox"
        aria-label={label}
        className="max-h-64 min-h-0 overflow-y-auto empty:hidden"
      >
        {list.shown.map((option, index) => (
          <Choice
            key={option.value}
            id={optionId(id, index)}
            option={option}
            active={index === list.active}
            selected={option.value === value}
            onChoose={list.choose}
          />
        ))}
      </div>
      {list.shown.length === 0 && note === undefined ? (
        <p className="px-2 py-1.5 text-sm text-muted">{t('noChoices')}</p>
      ) : null}
      {more > 0 ? <p className="px-2 py-1 text-sm text-muted">{t('moreToNarrow', { count: more })}</p> : null}
      {note === undefined ? null : <div className="px-2 py-1.5 text-sm text-muted">{note}</div>}
    </div>,
    layerRoot(anchor),
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly option: ComboboxOption;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onChoose: (option: ComboboxOption) => void;
}

function Choice({ id, option, active, selected, onChoose }: ChoiceProps): ReactNode {
  return (
    <OptionRow
      id={id}
      title={option.value}
      selected={selected}
      className={active && 'bg-hover outline-2 -outline-offset-2 outline-accent'}
      onChoose={() => onChoose(option)}
    >
      <span className="min-w-0 grow truncate font-mono text-sm">{option.value}</span>
      {option.detail === undefined ? null : (
        <span className="max-w-1/2 shrink-0 truncate text-xs text-faint">{option.detail}</span>
      )}
    </OptionRow>
  );
}
