/**
 * `allOf`, `anyOf`, `oneOf` and `not`. In a structural schema they only restrict what the schema around them describes,
 * so their branches drop nothing, fill in nothing and know no unknown fields.
 */
import { isDictionary, isList } from '../schema/path.ts';
import { type FieldSchema, fieldOf, propertyNames } from '../schema/schema.ts';
import { blame, blameAlso, type VerdictDraft, type Verdict } from './verdict.ts';

interface Try {
  (branch: FieldSchema): Verdict | undefined;
}

/**
 * Blames the draft for what the branches of `field` forbid. @param tryBranch the verdict of one branch on the value,
 * undefined when it fits
 */
export function branchRules(field: FieldSchema, draft: VerdictDraft, tryBranch: Try): void {
  const { raw } = field;
  if (raw['allOf'] !== undefined) {
    for (const branch of branchesOf(raw['allOf'])) blameAlso(draft, tryBranch(branch));
  }
  if (raw['anyOf'] !== undefined) choice('anyOf', branchesOf(raw['anyOf']), draft, tryBranch);
  if (raw['oneOf'] !== undefined) choice('oneOf', branchesOf(raw['oneOf']), draft, tryBranch);
  const { not } = raw;
  if (!isDictionary(not)) return;
  const forbidden = fieldOf(not);
  if (tryBranch(forbidden) === undefined)
    blame(draft, 'not', { code: 'not', values: { branches: describeBranches([forbidden]) } });
}

function choice(
  rule: 'anyOf' | 'oneOf',
  branches: readonly FieldSchema[],
  draft: VerdictDraft,
  tryBranch: Try,
): void {
  if (branches.length === 0) return;
  const fitting = branches.filter((branch) => tryBranch(branch) === undefined).length;
  if (rule === 'anyOf' ? fitting > 0 : fitting === 1) return;
  // Of a value of the wrong type, which any choice between types repeats, the type is all there is to say.
  if (draft.own?.some((finding) => finding.rule === 'type') === true) return;
  blame(draft, rule, { code: rule, values: { branches: describeBranches(branches) } });
}

function branchesOf(value: unknown): readonly FieldSchema[] {
  return isList(value) ? value.map(fieldOf) : [];
}

/** As in YAML, which is the same in every language. */
function describeBranches(branches: readonly FieldSchema[]): string {
  const described = branches.map((field) => {
    if (field.required.size > 0) return [...field.required].join(' + ');
    const names = propertyNames(field);
    const { type } = field.raw;
    return names.length > 0 ? names.join(' + ') : `type: ${typeof type === 'string' ? type : 'any'}`;
  });
  return [...new Set(described)].slice(0, 8).join(', ');
}
