'use client';
import { Package } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { basePath } from '#components/data/base-path.ts';
import { cx } from '#components/ui/cx.ts';

interface OperatorIconProps {
  /** From `urls.icon`: only our own origin serves icons. Absent when nothing is known. */
  readonly src?: string | undefined;
  readonly size?: 'sm' | 'md' | 'lg';
}

const PLATES = { sm: 'size-8 p-1', md: 'size-10 p-1.5', lg: 'size-14 p-2' } as const;

/** A stranger's picture on a neutral plate that is light in both themes, as most icons are drawn for white. */
export function OperatorIcon({ src, size = 'md' }: OperatorIconProps): ReactNode {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-plate',
        PLATES[size],
      )}
    >
      {src === undefined || broken === src ? (
        <Package aria-hidden className="size-3/5 text-[#71717a]" />
      ) : (
        <img
          src={basePath + src}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
          onError={() => {
            setBroken(src);
          }}
          className="size-full object-contain"
        />
      )}
    </span>
  );
}
