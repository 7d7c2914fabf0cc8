'use client';
import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea, TextInput } from '#components/ui/inputs.tsx';
import type { NumberRange, Widget } from '#lib/schema-form/layout/widget-types.ts';
import type { Translate } from '#messages/types.ts';
import { type ControlProps, useControlAttributes } from './field-props.ts';
import {
  isDigits,
  numberFromText,
  placeholderOf,
  textFromValue,
  valueFromText,
} from './state/scalar-values.ts';
import { SegmentButton } from './segment-button.tsx';
import { Additions, Beside, isExplained } from './widgets/additions.tsx';
import { YamlCell } from './yaml-cell.tsx';

type LineProps = ControlProps & { readonly widget: Widget };

/** Texts longer than this are easier to read in a box of several lines. */
const LONG = 120;

/**
 * Text and numbers: one line, or a box when there are several. One component for both, because what is typed may turn
 * one into the other and must not lose the cursor. Erasing what was not there when typing began unsets the field;
 * erasing what was there leaves an empty text.
 */
export function LineControl(props: LineProps): ReactNode {
  const { widget, value } = props;
  const text = textFromValue(value);
  const [isBox, setBox] = useState(
    text.length > LONG || text.includes('\n') || (widget.kind === 'text' && widget.lines),
  );
  const id = useId();
  // Text boxes turn every line break into a line feed; YAML can say which one it is.
  if (text.includes('\r')) return <YamlCell {...props} ariaLabel={props.ariaLabel} />;
  const boxed = widget.kind !== 'password' && (isBox || text.includes('\n'));
  const explainedBy = isExplained(widget, value) ? id : undefined;
  return (
    <>
      {boxed ? (
        <TextBox {...props} explainedBy={explainedBy} onTyped={() => setBox(true)} />
      ) : (
        <OneLine {...props} explainedBy={explainedBy} onLines={() => setBox(true)} />
      )}
      <Additions {...props} id={id} />
    </>
  );
}

interface Explained {
  readonly explainedBy: string | undefined;
}

interface Typing {
  readonly text: string;
  readonly change: (text: string) => void;
  readonly onFocus: () => void;
}

/** Keeps text as typed (`1.`, `-`) as long as it means the value. */
function useTyping({ field, value, onChange, onClear }: ControlProps): Typing {
  const presentBefore = useRef(value !== undefined);
  const [typed, setTyped] = useState('');
  const isNumber = field.kind === 'integer' || field.kind === 'number';
  const keep = typed !== '' && typeof value !== 'string' && Object.is(numberFromText(typed), value);
  return {
    text: keep ? typed : textFromValue(value),
    change: (next) => {
      setTyped(next);
      if (next.trim() === '' && (isNumber || (next === '' && !presentBefore.current))) onClear();
      else onChange(valueFromText(next, field, value));
    },
    onFocus: () => {
      presentBefore.current = value !== undefined;
    },
  };
}

/** What stands in an empty box; a default may be a password, too. */
function hintOf(
  { field, value }: ControlProps,
  hides: boolean,
  t: Translate<'schema-form'>,
): string | undefined {
  if (value === '') return t('emptyText');
  return hides ? undefined : placeholderOf(field, value, t);
}

function OneLine(props: LineProps & Explained & { readonly onLines: () => void }): ReactNode {
  const { widget, field, value, disabled, explainedBy, onLines } = props;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(props, explainedBy);
  const { text, change, onFocus } = useTyping(props);
  const [revealed, setRevealed] = useState(false);
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const secret = widget.kind === 'password';
  const input = (
    <TextInput
      {...attributes}
      {...inputMode(widget, isNumber)}
      type={secret && !revealed ? 'password' : 'text'}
      value={text}
      placeholder={hintOf(props, secret && !revealed, t)}
      disabled={disabled}
      onFocus={onFocus}
      onChange={change}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text').replaceAll('\r\n', '\n');
        if (secret || !pasted.includes('\n') || field.kind !== 'string') return;
        // A one-line box would drop the line breaks.
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        onLines();
        change(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? text.length));
      }}
      className={widget.kind === 'number' ? 'max-w-60 tabular-nums' : undefined}
    />
  );
  if (secret) {
    return (
      <span className="flex items-center gap-1">
        {input}
        <SegmentButton
          label={revealed ? t('widgets.hide') : t('widgets.reveal')}
          icon={revealed ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          pressed={revealed}
          onClick={() => setRevealed(!revealed)}
        />
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1">
      {input}
      <TypeChoice {...props} text={text} />
      {widget.kind === 'number' && widget.range !== undefined ? (
        <span className="shrink-0 text-xs text-faint tabular-nums">{rangeText(widget.range)}</span>
      ) : null}
      <Beside {...props} />
    </span>
  );
}

function inputMode(
  widget: Widget,
  isNumber: boolean,
): { inputMode?: 'numeric' | 'decimal' | 'email' | 'url' } {
  if (widget.kind === 'number') return { inputMode: widget.whole ? 'numeric' : 'decimal' };
  if (isNumber) return { inputMode: 'numeric' };
  return widget.kind === 'text' && widget.input !== 'text' ? { inputMode: widget.input } : {};
}

function rangeText({ from, to }: NumberRange): string {
  if (to === undefined) return `≥ ${from ?? ''}`;
  return from === undefined ? `≤ ${to}` : `${from} – ${to}`;
}

/** `8080` may be a number or a text, and for some fields both are right or the other one is: which, in a word. */
function TypeChoice({
  field,
  value,
  text,
  disabled,
  onChange,
}: LineProps & { readonly text: string }): ReactNode {
  const t = useTranslations('schema-form');
  const isText = typeof value === 'string';
  const wrong = isText ? field.kind === 'integer' || field.kind === 'number' : field.kind === 'string';
  if (value === undefined || value === null || !isDigits(text)) return null;
  if (field.kind !== 'intOrString' && !wrong) return null;
  return (
    <span role="group" aria-label={t('widgets.typeOfText')} className="flex shrink-0 gap-0.5">
      <SegmentButton
        label={t('types.number')}
        pressed={!isText}
        disabled={disabled}
        onClick={() => onChange(numberFromText(text))}
      />
      <SegmentButton
        label={t('types.text')}
        pressed={isText}
        disabled={disabled}
        onClick={() => onChange(text)}
      />
    </span>
  );
}

/** Several lines; as high as its text, up to a point. */
function TextBox(props: LineProps & Explained & { readonly onTyped: () => void }): ReactNode {
  const { field, value, disabled, explainedBy, onTyped } = props;
  const t = useTranslations('schema-form');
  const attributes = useControlAttributes(props, explainedBy);
  const { text, change, onFocus } = useTyping(props);
  return (
    <TextArea
      {...attributes}
      mono
      value={text}
      rows={Math.min(14, Math.max(2, text.split('\n').length))}
      placeholder={value === '' ? t('emptyText') : placeholderOf(field, value, t)}
      disabled={disabled}
      onFocus={onFocus}
      onChange={(next) => {
        onTyped();
        change(next);
      }}
      className="field-sizing-content max-h-96"
    />
  );
}
