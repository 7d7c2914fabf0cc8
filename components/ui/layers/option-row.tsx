import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface OptionRowProps {
  readonly id: string;
  readonly title: string;
  readonly selected: boolean;
  /** Classes of the row while the keys are on it, else none. */
  readonly className: string | false;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A line of a list of choices. */
export function OptionRow({ id, title, selected, className, onChoose, children }: OptionRowProps): ReactNode {
  return (
    // The keyboard is served by the text field, which keeps the focus, as the combobox pattern has it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      title={title}
      onClick={onChoose}
      className={cx(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover',
        className,
      )}
    >
      <Check aria-hidden className={cx('size-3.5 shrink-0 text-accent', !selected && 'opacity-0')} />
      {children}
    </div>
  );
}
