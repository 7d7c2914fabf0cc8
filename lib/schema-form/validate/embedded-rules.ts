/**
 * What the API server asks of an object inside an object (`x-kubernetes-embedded-resource`).
 * Source: apiextensions-apiserver `pkg/apiserver/schema/objectmeta`.
 */
import { metadataRules, pathSegmentProblem } from './metadata-rules.ts';
import { type Dictionary, ownValue } from '../schema/path.ts';
import type { Problem } from '../schema/problem.ts';
import { blameBelow, blameChild, type VerdictDraft, type Verdict, verdictOf } from './verdict.ts';

/** Checks `apiVersion`, `kind` and `metadata`; undefined when nothing is wrong. The rest is its schema's matter. */
export function embeddedRules(object: Dictionary): Verdict | undefined {
  const draft: VerdictDraft = {};
  typeLine(draft, object, 'apiVersion', apiVersionProblem);
  typeLine(draft, object, 'kind', kindProblem);
  if (Object.hasOwn(object, 'metadata'))
    blameBelow(draft, 'metadata', metadataRules(ownValue(object, 'metadata'), pathSegmentProblem));
  return verdictOf(draft);
}

function typeLine(
  draft: VerdictDraft,
  object: Dictionary,
  key: 'apiVersion' | 'kind',
  problemOf: (text: string) => Problem | undefined,
): void {
  if (!Object.hasOwn(object, key)) {
    blameChild(draft, key, { rule: 'required', problem: { code: 'required' } });
    return;
  }
  const value = ownValue(object, key);
  const problem: Problem | undefined = typeof value === 'string' ? problemOf(value) : { code: 'string' };
  if (problem !== undefined) blameChild(draft, key, { rule: 'type', problem });
}

function apiVersionProblem(text: string): Problem | undefined {
  if (text === '') return { code: 'notEmpty' };
  return text.split('/').length > 2 ? { code: 'apiVersion' } : undefined;
}

function kindProblem(text: string): Problem | undefined {
  if (text === '') return { code: 'notEmpty' };
  return text.length <= 63 && /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/i.test(text) ? undefined : { code: 'kind' };
}
