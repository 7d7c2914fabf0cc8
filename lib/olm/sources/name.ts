/** Names for CatalogSources. */
import type { CatalogSourceDraft } from './draft.ts';
import { hostPortProblem, MAX_NAME, urlProblem } from './problems.ts';
import { parseImageReference } from '../content/image-reference.ts';

/** Words that say nothing about whose catalog it is. */
const PLAIN_WORDS = new Set([
  'catalog',
  'index',
  'operator-index',
  'fbc',
  'bundle-index',
  'latest',
  'v1',
  'all',
]);

/** A name after what the source is; empty while that is not known. */
export function suggestName(draft: CatalogSourceDraft): string {
  switch (draft.kind) {
    case 'image': {
      const reference = parseImageReference(draft.image);
      if (typeof reference !== 'object') return '';
      const parts = reference.repository.split('/');
      const last = parts.at(-1) ?? '';
      return nameFrom(PLAIN_WORDS.has(last) ? parts.slice(-2).join('-') : last);
    }
    case 'grpc':
      return nameFrom(
        hostPortProblem(draft.address) === undefined ? (draft.address.split(/[.:]/)[0] ?? '') : '',
      );
    case 'http':
      return urlProblem(draft.url) === undefined ? nameFrom(new URL(draft.url).hostname) : '';
    case 'configmap':
      return nameFrom(draft.configMap);
  }
}

function nameFrom(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-+|-+$/g, '');
}
