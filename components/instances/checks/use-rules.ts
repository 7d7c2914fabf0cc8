'use client';
import { useEffect, useState } from 'react';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import type { checkRules } from '#lib/schema-form/rules/check-rules.ts';
import { carries } from '#lib/schema-form/rules/schema-walk.ts';

/** Long enough for typing to go first. */
const PAUSE_MS = 150;

/**
 * Tries the rules of the schema (CEL) after each edit and tells the form what is broken. Their interpreter comes only
 * for schemas that have rules. `old`: the object in the cluster, for an edit.
 */
export function useRules(model: FormModel, old?: unknown): void {
  const { document, found, subject, tell } = model;
  const { schema } = subject;
  const [check, setCheck] = useState<{ readonly run: typeof checkRules }>();
  useEffect(() => {
    if (!carries(schema, 'x-kubernetes-validations')) return undefined;
    let wanted = true;
    void import('#lib/schema-form/rules/check-rules.ts').then(
      ({ checkRules }) => {
        if (wanted) setCheck({ run: checkRules });
      },
      // Without it the rules are the API server's matter, as before.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [schema]);
  const { value, problem } = document;
  useEffect(() => {
    if (check === undefined || problem !== undefined) return undefined;
    const timer = setTimeout(() => {
      const wrong = found.map(({ path }) => path);
      const { errors } = check.run({ schema, value, old, wrong });
      tell('rules', errors, value);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [check, schema, value, problem, found, old, tell]);
}
