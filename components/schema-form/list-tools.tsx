'use client';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NumberInput } from '#components/ui/inputs.tsx';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { focusLater } from './state/field-focus.ts';
import { SmallButton } from './field-parts.tsx';
import { useForm } from './state/form-model.ts';

interface ItemToolsProps {
  readonly path: Path;
  readonly index: number;
  readonly isLast: boolean;
  readonly name: string;
}

/** Moves and removes one item. The focus goes with what was moved, and to a neighbour of what was removed. */
export function ItemTools({ path, index, isLast, name }: ItemToolsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { actions, say } = useForm();
  const move = (button: Element, to: number, tool: string): void => {
    const list = button.closest('[role=list]');
    actions.edit({ kind: 'move', path, from: index, to });
    say(t('form.moved', { name, place: to + 1 }));
    focusLater(() => [toolOf(list, to, tool), toolOf(list, to, 'up'), toolOf(list, to, 'down')]);
  };
  return (
    <span className="flex shrink-0 items-center">
      {index > 0 ? (
        <SmallButton
          icon={<ArrowUp aria-hidden className="size-3.5" />}
          label={t('moveUp', { name })}
          tool="up"
          onClick={(button) => move(button, index - 1, 'up')}
        />
      ) : null}
      {isLast ? null : (
        <SmallButton
          icon={<ArrowDown aria-hidden className="size-3.5" />}
          label={t('moveDown', { name })}
          tool="down"
          onClick={(button) => move(button, index + 1, 'down')}
        />
      )}
      <RemoveButton
        label={t('remove', { name })}
        name={name}
        index={index}
        onRemove={() => actions.edit({ kind: 'delete', path: [...path, index] })}
      />
    </span>
  );
}

interface RemoveButtonProps {
  readonly label: string;
  /** What is removed, for those who do not see it go. */
  readonly name: string;
  /** Its place in its list; undefined where it stands in none. */
  readonly index: number | undefined;
  readonly onRemove: () => void;
}

/** Removes one entry; the focus goes to its neighbour, without one to the section around. */
export function RemoveButton({ label, name, index, onRemove }: RemoveButtonProps): ReactNode {
  const t = useTranslations('schema-form');
  const { say } = useForm();
  return (
    <SmallButton
      icon={<Trash2 aria-hidden className="size-3.5" />}
      label={label}
      tool="remove"
      onClick={(button) => {
        const list = index === undefined ? null : button.closest('[role=list]');
        const section = (list ?? button).closest('[data-section]');
        onRemove();
        say(t('form.removed', { name }));
        focusLater(() =>
          index === undefined
            ? [section]
            : [toolOf(list, index, 'remove'), toolOf(list, index - 1, 'remove'), section],
        );
      }}
    />
  );
}

/** The button of an item by which it is removed or moved, while the item is drawn. */
function toolOf(list: Element | null, index: number, tool: string): Element | null | undefined {
  const item = list?.querySelector(`[data-item="${index}"]`);
  // The item's own tools come after those of lists inside it.
  return [...(item?.querySelectorAll(`[data-tool=${tool}]`) ?? [])].findLast(
    (button) => button.closest('[data-item]') === item,
  );
}

/** Takes one to an item of a long list by its number. */
export function GoToItem(props: {
  readonly path: Path;
  readonly count: number;
  readonly name: string;
}): ReactNode {
  const { path, count, name } = props;
  const t = useTranslations('schema-form');
  const { jump } = useForm();
  const [text, setText] = useState('');
  const number = Number(text);
  const known = Number.isInteger(number) && number >= 1 && number <= count;
  return (
    <NumberInput
      integer
      aria-label={t('form.goTo', { name, count })}
      placeholder={t('form.goTo', { name, count })}
      aria-invalid={text !== '' && !known}
      value={text}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !known) return;
        event.preventDefault();
        setText('');
        jump([...path, number - 1]);
      }}
      className="max-w-60"
    />
  );
}
