/** What the passwords of `derivePassword` are made of: the tables of the Master Password algorithm. */

/** By kind of password: one letter for each of its characters. */
export const PASSWORD_SHAPES: Readonly<Record<string, readonly string[]>> = {
  maximum: ['anoxxxxxxxxxxxxxxxxx', 'axxxxxxxxxxxxxxxxxno'],
  long: [
    ...['CvcvnoCvcvCvcv', 'CvcvCvcvnoCvcv', 'CvcvCvcvCvcvno', 'CvccnoCvcvCvcv', 'CvccCvcvnoCvcv'],
    ...['CvccCvcvCvcvno', 'CvcvnoCvccCvcv', 'CvcvCvccnoCvcv', 'CvcvCvccCvcvno', 'CvcvnoCvcvCvcc'],
    ...['CvcvCvcvnoCvcc', 'CvcvCvcvCvccno', 'CvccnoCvccCvcv', 'CvccCvccnoCvcv', 'CvccCvccCvcvno'],
    ...['CvcvnoCvccCvcc', 'CvcvCvccnoCvcc', 'CvcvCvccCvccno', 'CvccnoCvcvCvcc', 'CvccCvcvnoCvcc'],
    'CvccCvcvCvccno',
  ],
  medium: ['CvcnoCvc', 'CvcCvcno'],
  short: ['Cvcn'],
  basic: ['aaanaaan', 'aannaaan', 'aaannaaa'],
  pin: ['nnnn'],
};

const VOWELS = 'AEIOU';
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ';
const LETTERS = VOWELS + VOWELS.toLowerCase() + CONSONANTS + CONSONANTS.toLowerCase();
const DIGITS = '0123456789';

/** By letter of a shape. */
export const PASSWORD_CHARACTERS: Readonly<Record<string, string>> = {
  V: VOWELS,
  C: CONSONANTS,
  v: VOWELS.toLowerCase(),
  c: CONSONANTS.toLowerCase(),
  A: VOWELS + CONSONANTS,
  a: LETTERS,
  n: DIGITS,
  o: "@&%?,=[]_:-+*$#!'^~;()/.",
  x: `${LETTERS}${DIGITS}!@#$%^&*()`,
};
