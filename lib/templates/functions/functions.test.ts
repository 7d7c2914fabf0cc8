import { describe, expect, it } from 'vitest';
import { rendered } from '../testing/rendered.ts';

const CONTEXT = { L: ['b', 'a', 'b', null, 3], D: { a: 1, b: { c: 'x' } }, S: 'text', N: null };

function table(name: string, rows: readonly (readonly [string, string])[]): void {
  describe(name, () => {
    it.each(rows)('%s is %j', (call, wanted) => {
      expect(rendered(`{{ ${call} }}`, CONTEXT)).toBe(wanted);
    });
  });
}

table('numbers', [
  ['add "2" 3.9 true nil', '6'],
  ['sub 1 9223372036854775807', '-9223372036854775806'],
  ['mul 9223372036854775807 2', '-2'],
  ['mod -7 3', '-1'],
  ['max 1 "5" 3', '5'],
  ['min 4 2.5 "x"', '0'],
  ['round 2.345 2', '2.35'],
  ['ceil 1.1', '2'],
  ['floor -1.1', '-2'],
  ['untilStep 5 0 -2', '[5 3 1]'],
  ['int "0x10"', '0'],
  ['toDecimal "777"', '511'],
  ['float64 "1e3"', '1000'],
]);

table('texts', [
  ['abbrev 6 "hello world"', 'hel...'],
  ['abbrevboth 5 10 "1234 5678 9123"', '...5678...'],
  ['trunc 3 "abcdef"', 'abc'],
  ['substr 1 3 "abcdef"', 'bc'],
  ['title "hello wörld-x"', 'Hello Wörld-X'],
  ['untitle "Hello World"', 'hello world'],
  ['swapcase "This Is"', 'tHIS iS'],
  ['initials "First Try"', 'FT'],
  ['snakecase "FirstName2Go"', 'first_name2_go'],
  ['kebabcase "HTTPServer"', 'http-server'],
  ['camelcase "http_server"', 'HttpServer'],
  ['wrap 5 "a bc def ghijkl"', 'a bc\ndef\nghijkl'],
  ['wrapWith 3 "|" "abcdefg"', 'abc|def|g'],
  ['indent 2 "a\\nb"', '  a\n  b'],
  ['quote "a\\"b" nil 3', '"a\\"b" "3"'],
  ['cat "a" nil 1', 'a 1'],
  ['replace "" "-" "ab"', '-a-b-'],
  ['plural "one" "many" 2', 'many'],
  ['trimAll "$" "$5$"', '5'],
  ['nospace " a b "', 'ab'],
  ['splitn "," 2 "a,b,c"', 'map[_0:a _1:b,c]'],
  ['join "-" .L', 'b-a-b-3'],
  ['upper "straße"', 'STRAßE'],
]);

table('lists', [
  ['append .L "z"', '[b a b <nil> 3 z]'],
  ['prepend (list 1) 0', '[0 1]'],
  ['first .L', 'b'],
  ['rest (list)', '[]'],
  ['initial (list 1 2)', '[1]'],
  ['reverse (list 1 2 3)', '[3 2 1]'],
  ['uniq .L', '[b a <nil> 3]'],
  ['without .L "b"', '[a <nil> 3]'],
  ['has 3.0 .L', 'true'],
  ['compact .L', '[b a b 3]'],
  ['slice (list 1 2 3 4) 1 3', '[2 3]'],
  ['concat (list 1) (until 2)', '[1 0 1]'],
  ['sortAlpha .L', '[3 a b b]'],
]);

table('maps', [
  ['dict "a" 1 "b"', 'map[a:1 b:]'],
  ['set (dict) "k" "v"', 'map[k:v]'],
  ['pick .D "a" "z"', 'map[a:1]'],
  ['omit .D "a"', 'map[b:map[c:x]]'],
  ['pluck "a" .D (dict "a" 2)', '[1 2]'],
  ['merge (dict "a" 9.0) .D', 'map[a:9 b:map[c:x]]'],
  ['mergeOverwrite (dict "a" 9.0) .D', 'map[a:1 b:map[c:x]]'],
  ['merge (dict) (dict "a" "" "b" 0)', 'map[]'],
  ['merge (dict "a" "1") .D', ''],
  ['values (dict "b" 2 "a" 1)', '[1 2]'],
]);

table('defaults and types', [
  ['default "d" .N', 'd'],
  ['coalesce "" 0 .S', 'text'],
  ['ternary 1 2 false', '2'],
  ['empty (dict)', 'true'],
  ['typeOf .D', 'map[string]interface {}'],
  ['kindOf (semver "1")', 'ptr'],
  ['deepEqual (list 1) (list 1)', 'true'],
]);

table('encodings and sums', [
  ['b64enc "hé"', 'aMOp'],
  ['b64dec "aMOp"', 'hé'],
  ['b64dec "a"', 'illegal base64 data at input byte 0'],
  ['b32enc "foo"', 'MZXW6==='],
  ['sha1sum "abc"', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha256sum "abc"', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['adler32sum "Wikipedia"', '300286872'],
  ['toJson .D', '{"a":1,"b":{"c":"x"}}'],
  ['toJson "<é>"', '"\\u003cé\\u003e"'],
  ['toPrettyJson (list 1)', '[\n  1\n]'],
  ['decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ="', 'plaintext'],
  ['derivePassword 1 "pin" "password" "user" "example.com"', '6685'],
]);

table('dates', [
  ['date "2006-01-02 15:04:05 Mon Jan MST" 0', '1970-01-01 00:00:00 Thu Jan UTC'],
  ['dateInZone "15:04 -0700" 1593561600 "Europe/Berlin"', '02:00 +0200'],
  ['toDate "2006-01-02" "2020-02-29"', '2020-02-29 00:00:00 +0000 UTC'],
  ['toDate "2006-01-02" "2021-02-29"', '0001-01-01 00:00:00 +0000 UTC'],
  ['dateModify "-1h30m" (toDate "2006" "2020")', '2019-12-31 22:30:00 +0000 UTC'],
  ['unixEpoch (toDate "Jan 2, 2006 at 3:04pm (MST)" "Feb 3, 2013 at 7:54pm (UTC)")', '1359921240'],
  ['(toDate "2006" "2020").Weekday', 'Wednesday'],
]);

table('versions', [
  ['semver "v1.2.3-rc.1+b"', '1.2.3-rc.1+b'],
  ['(semver "1.2.3").Minor', '2'],
  ['semverCompare "^1.2" "1.9.0"', 'true'],
  ['semverCompare ">=1.0, <2 || 5.x" "5.4.3"', 'true'],
  ['semverCompare "~1.2.0" "1.3.0"', 'false'],
  ['semverCompare "1.2 - 1.4" "1.3.9"', 'true'],
  ['semverCompare ">1.0.0" "1.1.0-rc1"', 'false'],
]);

table('patterns and addresses', [
  ['regexFind "a+?" "caab"', 'a'],
  ['regexFindAll "[a-c]|x*" "abxx" -1', '[a b xx]'],
  ['regexReplaceAll "a(?P<n>x*)b" "-ab-axxb-" "${n}W$$"', '-W$-xxW$-'],
  ['regexReplaceAllLiteral "b*" "abc" "$1"', '$1a$1c$1'],
  ['regexSplit "z+" "pizza" -1', '[pi a]'],
  ['regexMatch "(" "x"', 'false'],
  ['(urlParse "http://u:p@h:80/p%20q?a=b#f").path', '/p q'],
  ['urlJoin (dict "scheme" "http" "host" "h" "path" "p q" "query" "x")', 'http://h/p%20q?x'],
]);
