/**
 * Quantities of Kubernetes as people read them. Never used to change a value: what is typed is what is written.
 * Source: apimachinery `resource.Quantity`: a decimal number with a suffix of powers of 1000, of 1024, or an exponent.
 */

const DECIMAL: Record<string, number> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
};
const BINARY: Record<string, number> = {
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** The value in units (bytes, cores), and the suffix it was written with; empty without one and for exponents. */
export interface Quantity {
  readonly number: number;
  readonly suffix: string;
}

const QUANTITY = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:([eE][+-]?\d+)|([KMGTPE]i|[numkMGTPE])?)$/;

/** The number a quantity stands for (to a double's precision); undefined when the text is none. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = QUANTITY.exec(text);
  if (match === null) return undefined;
  const [, digits = '', exponent, suffix = ''] = match;
  const factor = exponent === undefined ? (DECIMAL[suffix] ?? BINARY[suffix] ?? 1) : 1;
  const number = Number(exponent === undefined ? digits : digits + exponent) * factor;
  return Number.isFinite(number) ? { number, suffix } : undefined;
}

const SLIP = /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*([A-Za-z]*)$/;

/** What was probably meant by text that is nearly a quantity: `512MB` → `512M`, `0.5 Gi` → `0.5Gi`. */
export function suggestQuantity(text: string): string | undefined {
  const match = SLIP.exec(text.trim());
  if (match === null) return undefined;
  const digits = (match[1] ?? '').replace(',', '.');
  const unit = unitMeant(match[2] ?? '');
  if (unit === undefined) return undefined;
  const meant = digits + unit;
  return meant !== text && parseQuantity(meant) !== undefined ? meant : undefined;
}

/** Suffix for a unit as people write it; undefined when nobody could say. */
function unitMeant(written: string): string | undefined {
  if (written === '' || Object.hasOwn(DECIMAL, written) || Object.hasOwn(BINARY, written)) return written;
  const lower = written.toLowerCase();
  if (/^(b|bytes?|cpus?|cores?)$/.test(lower)) return '';
  const match = /^([kmgtpe])(i?)(b|bytes?)?$/.exec(lower);
  if (match === null) return undefined;
  const prefix = match[1] ?? '';
  if (match[2] === 'i') return `${prefix.toUpperCase()}i`;
  return prefix === 'k' ? 'k' : prefix.toUpperCase();
}
