/** Methods that values of templates have. None of them is a way out: they tell what a value holds. */
import { GoTime, type GoValue, GoVersion } from '../values/value.ts';
import { TIME_METHODS } from '../dates/methods.ts';
import { VERSION_METHODS } from '../semver/methods.ts';
import type { GoFunction } from './signature.ts';

/** The method of the name, bound to its value. */
export function methodOf(value: GoValue, name: string): GoFunction | undefined {
  if (value instanceof GoVersion && Object.hasOwn(VERSION_METHODS, name))
    return VERSION_METHODS[name]?.(value);
  if (value instanceof GoTime && Object.hasOwn(TIME_METHODS, name)) return TIME_METHODS[name]?.(value);
  return undefined;
}
