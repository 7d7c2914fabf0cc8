/** The code of a problem that came from elsewhere, with what its sentence needs. This side may not know the code. */
import { isJsonObject, textField } from './json.ts';
import type { JsonObject } from './json.ts';

/** `values` by the names that the sentence has for them. */
export interface ProblemCodeFields {
  readonly code?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

/** Empty when nothing of the kind is there; values that are neither text nor number are dropped. */
export function problemCodeOf(object: JsonObject): ProblemCodeFields {
  const code = textField(object, 'code');
  if (code === undefined) return {};
  const given = object['values'];
  if (!isJsonObject(given)) return { code };
  const values = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  );
  return { code, values: Object.fromEntries(values) };
}
