/** The names that Go has for types and kinds. */
import {
  Boxed,
  type GoComplex,
  GoInt,
  GoMap,
  GoRecord,
  GoSlice,
  GoTime,
  type GoValue,
  GoVersion,
} from './value.ts';

/** As `%T` prints it: `[]interface {}`, `float64`. */
export function typeName(value: Exclude<GoValue, null> | Boxed): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return 'float64';
    default:
      return objectType(value);
  }
}

type GoObject = Exclude<GoValue, string | boolean | number | null> | Boxed;

function objectType(value: GoObject): string {
  if (value instanceof Boxed) return 'interface {}';
  if (value instanceof GoInt) return value.type;
  if (value instanceof GoMap) return `map[string]${value.element}`;
  if (value instanceof GoSlice) return `[]${value.element}`;
  if (value instanceof GoTime) return 'time.Time';
  if (value instanceof GoVersion) return '*semver.Version';
  if (value instanceof GoRecord) return value.type;
  return complexType(value);
}

/** Here so that the compiler sees that nothing else is left. */
function complexType(_value: GoComplex): string {
  return 'complex128';
}

/** As `reflect.Kind` prints it: `slice`, `ptr`, `invalid` for nil. */
export function kindName(value: GoValue | undefined): string {
  if (value === null || value === undefined) return 'invalid';
  if (value instanceof GoMap) return 'map';
  if (value instanceof GoSlice) return 'slice';
  if (value instanceof GoVersion) return 'ptr';
  if (value instanceof GoTime || value instanceof GoRecord) return 'struct';
  return typeName(value);
}
