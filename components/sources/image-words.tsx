'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DEFAULT_TAG, parseImageReference } from '#lib/olm/content/image-reference.ts';

/** What an image reference says: where it is, and whether it can change. */
export function ImageWords({ image }: { readonly image: string }): ReactNode {
  const t = useTranslations('sources');
  const reference = parseImageReference(image);
  if (typeof reference !== 'object') return null;
  const { registry, repository, tag, digest } = reference;
  return (
    <span className="text-sm break-words text-muted">
      {t('imageIn', { repository, registry })}{' '}
      {digest === undefined
        ? t('byTag', { tag: tag ?? DEFAULT_TAG, given: String(tag !== undefined) })
        : t('byDigest')}
    </span>
  );
}
