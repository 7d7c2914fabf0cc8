/** What finds and places errors. Loaded once the form is drawn: no field waits for it. */
import { type ApiRefusal, apiFieldErrors } from '#lib/schema-form/validate/api-errors.ts';
import type { FieldError } from '#lib/schema-form/schema/field-error.ts';
import { validateObject } from '#lib/schema-form/validate/object-rules.ts';
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import type { ApiType } from '#lib/schema-form/schema/starters.ts';
import { isLarge, validationSteps } from '#lib/schema-form/validate/steps.ts';

export interface Judge {
  readonly find: (schema: FieldSchema, type: ApiType, value: unknown) => readonly FieldError[];
  /** The first validation would be felt, so it is done in steps; the verdicts are remembered for `find`. */
  readonly isLarge: (value: unknown) => boolean;
  readonly steps: (schema: FieldSchema, type: ApiType, value: unknown) => Iterator<undefined, unknown>;
  /** Where in the value the API server's words belong. */
  readonly place: (refusal: ApiRefusal, value: unknown, schema: FieldSchema) => readonly FieldError[];
}

export const formJudge: Judge = {
  find: validateObject,
  isLarge,
  steps: validationSteps,
  place: apiFieldErrors,
};
