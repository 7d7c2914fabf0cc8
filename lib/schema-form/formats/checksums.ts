/** Numbers that carry a check digit. Source: k8s.io/kube-openapi `pkg/internal/third_party/govalidator`. */

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}

/** A number of a known card company whose check digit is right (Luhn); all but digits is passed over. */
export function isCreditCard(text: string): boolean {
  const number = text.replace(/[^0-9]+/g, '');
  if (!CARD.test(number)) return false;
  const sum = digitsOf(number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled(digit)), 0);
  return sum % 10 === 0;
}

function doubled(digit: number): number {
  return digit >= 5 ? digit * 2 - 9 : digit * 2;
}

function withoutDashes(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, '');
}

/** Ten digits, the last may be `X`, with the right check digit; dashes and white space are passed over. */
export function isIsbn10(text: string): boolean {
  const number = withoutDashes(text);
  if (!/^\d{9}[\dX]$/.test(number)) return false;
  const sum = digitsOf(number.slice(0, 9)).reduce((total, digit, index) => total + (index + 1) * digit, 0);
  const last = number[9] === 'X' ? 10 : Number(number[9]);
  return (sum + 10 * last) % 11 === 0;
}

/** Thirteen digits with the right check digit; dashes and white space are passed over. */
export function isIsbn13(text: string): boolean {
  const number = withoutDashes(text);
  if (!/^\d{13}$/.test(number)) return false;
  const sum = digitsOf(number.slice(0, 12)).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : 3 * digit),
    0,
  );
  return Number(number[12]) === (10 - (sum % 10)) % 10;
}
