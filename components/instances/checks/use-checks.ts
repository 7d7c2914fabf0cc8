'use client';
import { useMemo } from 'react';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import type { Change } from '#lib/k8s/change.ts';
import { apiFieldErrors } from '#lib/schema-form/validate/api-errors.ts';
import type { FieldError } from '#lib/schema-form/schema/field-error.ts';
import type { DryRunOutcome } from './dry-run-outcome.ts';
import { type DryRun, useDryRun } from './use-dry-run.ts';
import { useRules } from './use-rules.ts';

interface ChecksOptions {
  readonly model: FormModel;
  /** What the form would do with the object as it stands; undefined while that is none. */
  readonly changeOf: (value: unknown) => Change | undefined;
  /** The user may do it. */
  readonly allowed: boolean;
  /** The object as it is in the cluster, for an edit. */
  readonly old?: unknown;
}

export interface Checks {
  readonly dryRun: DryRun;
  /** What the dry run found, as long as it holds. */
  readonly errors: readonly FieldError[];
}

const NONE: readonly FieldError[] = [];

/** Everything that is asked beside the form's own validation: rules here, and the cluster by a dry run. */
export function useChecks({ model, changeOf, allowed, old }: ChecksOptions): Checks {
  const { document, found, subject, tell } = model;
  const { value, problem } = document;
  useRules(model, old);
  // The way of making it stays the same; only the value asks anew.
  const change = useMemo(() => changeOf(value), [value]);
  const ready = allowed && problem === undefined && found.length === 0;
  const onOutcome = (outcome: DryRunOutcome): void => {
    if (outcome.kind === 'refused')
      tell('cluster', apiFieldErrors(outcome.error, value, subject.schema), value);
    if (outcome.kind !== 'accepted') return;
    // The API server has the last word.
    tell('cluster', [], value);
    tell('rules', [], value);
  };
  const dryRun = useDryRun({ change, ready, onOutcome });
  const errors = useMemo(
    () => (dryRun.kind === 'refused' ? apiFieldErrors(dryRun.error, value, subject.schema) : NONE),
    [dryRun, value, subject.schema],
  );
  return { dryRun, errors };
}
