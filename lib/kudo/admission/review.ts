/**
 * What the author of an Instance was found to be allowed: for which versions of operators, and which rights its plans take. It
 * stands in an annotation that nobody but the webhook and the engine may write; whatever goes beyond it is not applied.
 */
import { stableJson } from '../../base/hash.ts';
import { isJsonObject } from '../../base/json.ts';
import { cutText, optional, textsOf } from '../../base/loose.ts';
import { refKey } from '../../k8s/object.ts';
import { REVIEWED_ANNOTATION } from '../api/labels.ts';
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';

/** `versions`: what each OperatorVersion was, by `namespace/name`; rights as `rightText` writes them. */
export interface AuthorReview {
  versions: Readonly<Record<string, string>>;
  /** Of the plans that run now, or will next. */
  rights: readonly string[];
  /** Of the plans that run later, in nobody's name: by the clock, and when the instance goes. */
  later: readonly string[];
  /** Of whoever wrote it, which others cannot make. */
  seal?: string;
}

const MOST_RIGHTS = 1_000;

/** Undefined where there is none that can be read. */
export function reviewOf({ metadata }: Pick<KudoInstance, 'metadata'>): AuthorReview | undefined {
  try {
    const read: unknown = JSON.parse(metadata.annotations?.[REVIEWED_ANNOTATION] ?? '');
    if (!isJsonObject(read) || !isJsonObject(read['versions'])) return undefined;
    const versions = Object.entries(read['versions']).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    );
    const texts = (value: unknown): string[] => textsOf(value, 600, MOST_RIGHTS);
    return {
      versions: Object.fromEntries(versions),
      rights: texts(read['rights']),
      later: texts(read['later']),
      ...optional({ seal: cutText(read['seal']) }),
    };
  } catch {
    return undefined;
  }
}

/** The annotation's text. */
export function reviewText(review: AuthorReview): string {
  return stableJson(review);
}

/** The instance with the review; without one it has none, whatever its author wrote there. */
export function withReview<T extends Pick<KudoInstance, 'metadata'>>(
  instance: T,
  text: string | undefined,
): T {
  const { [REVIEWED_ANNOTATION]: _written, ...others } = instance.metadata.annotations ?? {};
  const annotations = text === undefined ? others : { ...others, [REVIEWED_ANNOTATION]: text };
  return { ...instance, metadata: { ...instance.metadata, annotations } };
}

/** What an OperatorVersion is now: another one, or a changed one, is not what was reviewed. */
export function versionMark({ metadata }: KudoOperatorVersion): [key: string, mark: string] {
  const { namespace = '', name, uid = '' } = metadata;
  return [refKey({ namespace, name }), `${uid}/${String(metadata['generation'] ?? '')}`];
}

/** Why nothing of the plan may be applied; undefined where its version is the one that was reviewed. */
export function unreviewed(
  review: AuthorReview | undefined,
  version: KudoOperatorVersion,
): string | undefined {
  const [key, mark] = versionMark(version);
  const advice = 'Write the Instance again, such as by an annotation, with the rights that its plan takes.';
  if (review === undefined) return `Nobody has been found to have the rights that the plan takes. ${advice}`;
  return review.versions[key] === mark
    ? undefined
    : `OperatorVersion ${key} has changed since the rights of the author were checked. ${advice}`;
}
