/**
 * The formats that the API server enforces, each as its own parser reads it. Formats it does not know it ignores, and so
 * do we. Source: k8s.io/kube-openapi `pkg/validation/strfmt`, apiextensions `pkg/apiserver/validation/formats.go`.
 */
import { isCidr, isIpv4, isIpv6, isMac } from './addresses.ts';
import { isCreditCard, isIsbn10, isIsbn13 } from './checksums.ts';
import { isEmail } from './email.ts';
import { isDate, isDateTime, isDuration } from './times.ts';
import { isRequestUri } from './uri.ts';
import type { JsonType } from '../schema/json-types.ts';
import type { ProblemCode } from '../schema/problem.ts';
import { matchesPattern } from '../../base/re2/pattern.ts';

interface Format {
  readonly holds: (value: string) => boolean;
  readonly code: ProblemCode;
}

const BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID3 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID4 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const UUID5 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const OBJECT_ID = /^[0-9a-f]{24}$/i;
const SSN = /^\d{3}[- ]?\d{2}[- ]?\d{4}$/;
const HEX_COLOR = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const PART = String.raw`[\t\n\f\r ]*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])[\t\n\f\r ]*`;
const RGB_COLOR = new RegExp(`^rgb\\(${PART},${PART},${PART}\\)$`);
const SHORT_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const HOSTNAME =
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|' +
  '([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}' +
  '([a-zA-Z\\p{L}]){2,63})$';

/** By their names without dashes, which is how the API server looks them up: `date-time` is `datetime`. */
const FORMATS: Record<string, Format> = {
  bsonobjectid: { holds: (value) => OBJECT_ID.test(value), code: 'objectId' },
  uri: { holds: isRequestUri, code: 'uri' },
  email: { holds: isEmail, code: 'email' },
  hostname: { holds: isHostname, code: 'hostname' },
  ipv4: { holds: isIpv4, code: 'ipv4' },
  ipv6: { holds: isIpv6, code: 'ipv6' },
  cidr: { holds: isCidr, code: 'cidr' },
  mac: { holds: isMac, code: 'mac' },
  uuid: { holds: (value) => UUID.test(value), code: 'uuid' },
  uuid3: { holds: (value) => UUID3.test(value), code: 'uuid' },
  uuid4: { holds: (value) => UUID4.test(value), code: 'uuid' },
  uuid5: { holds: (value) => UUID5.test(value), code: 'uuid' },
  isbn: { holds: (value) => isIsbn10(value) || isIsbn13(value), code: 'isbn' },
  isbn10: { holds: isIsbn10, code: 'isbn' },
  isbn13: { holds: isIsbn13, code: 'isbn' },
  creditcard: { holds: isCreditCard, code: 'creditCard' },
  ssn: { holds: (value) => utf8Length(value) === 11 && SSN.test(value), code: 'ssn' },
  hexcolor: { holds: (value) => HEX_COLOR.test(value), code: 'hexColor' },
  rgbcolor: { holds: (value) => RGB_COLOR.test(value), code: 'rgbColor' },
  byte: { holds: (value) => BYTE.test(value), code: 'byte' },
  password: { holds: () => true, code: 'string' },
  date: { holds: isDate, code: 'date' },
  duration: { holds: isDuration, code: 'duration' },
  datetime: { holds: isDateTime, code: 'dateTime' },
  k8sshortname: { holds: (value) => value.length <= 63 && SHORT_NAME.test(value), code: 'labelName' },
  k8slongname: { holds: (value) => value.length <= 253 && isLongName(value), code: 'name' },
};

const NUMBER_FORMATS: Partial<Record<JsonType, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** The format that the API server enforces for the types; undefined for those it ignores. */
export function enforcedFormat(format: string | undefined, types: readonly JsonType[]): string | undefined {
  if (format === undefined) return undefined;
  const only = types.length === 1 ? types[0] : undefined;
  if (only !== undefined && only !== 'string')
    return NUMBER_FORMATS[only]?.includes(format) === true ? format : undefined;
  return Object.hasOwn(FORMATS, normal(format)) ? format : undefined;
}

/** What is wrong when the value is not what the format says; undefined when it is, or the format is not enforced. */
export function formatProblem(format: string, value: string): ProblemCode | undefined {
  const name = normal(format);
  const known = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  return known === undefined || known.holds(value) ? undefined : known.code;
}

function normal(format: string): string {
  return format.replaceAll('-', '');
}

function isLongName(value: string): boolean {
  return value.split('.').every((part) => SHORT_NAME.test(part));
}

function isHostname(value: string): boolean {
  if (utf8Length(value) > 255 || matchesPattern(HOSTNAME, value) === false) return false;
  return value.split('.').every((label) => utf8Length(label) <= 63);
}

/** Bytes in UTF-8, as Go measures text. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
