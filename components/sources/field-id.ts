import type { DraftField } from '#lib/olm/sources/draft.ts';

/** Of the control of a field, so that what is wrong can be gone to. */
export function draftFieldId(field: DraftField): string {
  return `source-${field}`;
}
