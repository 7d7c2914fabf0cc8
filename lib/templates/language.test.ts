import { describe, expect, it } from 'vitest';
import { rendered } from './testing/rendered.ts';
import { TextMap } from './template.ts';

const CONTEXT = {
  ...{ Name: 'inst', T: true, N: null, I: 7, F: 2.5, M: 1_000_000 },
  ...{ L: ['x', 'y', 'z'], LE: [], D: { b: 2, a: '1', é: null }, Pipes: new TextMap({ cert: 'c' }) },
};

describe('the language of templates', () => {
  it.each([
    ['a {{- "b" -}} c', 'abc'],
    ['a {{/* {{ c */}} b', 'a  b'],
    ['{{ "\\u00e9\\x41\\101\\t" }}{{ `a\\n` }}{{ \'a\' }}', 'éAA\ta\\n97'],
    ['{{ 0x1F }} {{ 1_000 }} {{ 1e3 }} {{ .5 }} {{ 1+2i }} {{ -0b11 }}', '31 1000 1000 0.5 (1+2i) -3'],
    ['{{ .Name }}/{{ $.Name }}/{{ .D.a }}/{{ (index .L 1) }}/{{ .Pipes.cert }}', 'inst/inst/1/y/c'],
    ['{{ .M }} {{ .F }} {{ .N }} {{ .D }} {{ .L }}', '1e+06 2.5 <no value> map[a:1 b:2 é:<nil>] [x y z]'],
    ['{{ if .LE }}a{{ else if .T }}b{{ else }}c{{ end }}', 'b'],
    ['{{ with .D.a }}{{ . }}{{ end }}{{ with .N }}a{{ else with .I }}{{ . }}{{ end }}', '17'],
    ['{{ range $k, $v := .D }}{{ $k }}={{ $v }};{{ end }}', 'a=1;b=2;é=<no value>;'],
    ['{{ range $i, $e := .L }}{{ if eq $e "y" }}{{ continue }}{{ end }}{{ $i }}{{ $e }}{{ end }}', '0x2z'],
    ['{{ range .L }}{{ if eq . "y" }}{{ break }}{{ end }}{{ . }}{{ else }}none{{ end }}', 'x'],
    ['{{ range .LE }}{{ else }}none{{ end }}{{ range 3 }}{{ . }}{{ end }}', 'none012'],
    ['{{ $x := 1 }}{{ if .T }}{{ $x = 2 }}{{ $x := 3 }}{{ $x }}{{ end }}{{ $x }}', '32'],
    [
      '{{ define "t" }}<{{ . }}>{{ end }}{{ template "t" .I }}{{ block "b" . }}{{ .Name }}{{ end }}',
      '<7>inst',
    ],
    ['{{ "a" | print "b" | printf "%s-%s" "c" }}', 'c-ba'],
    ['{{ and .T .LE }}|{{ or .N "x" }}|{{ not .T }}|{{ and .LE .nope }}', '[]|x|false|[]'],
    [
      '{{ eq .I 7.0 }} {{ eq 1 2 1 }} {{ ne "a" "b" }} {{ lt 1 2 }} {{ ge "b" "a" }} {{ eq .N nil }}',
      'true true true true true true',
    ],
    ['{{ len "é" }} {{ len .D }} {{ index "abc" 1 }} {{ index .D "zz" }}', '2 3 98 <no value>'],
    [
      '{{ html "<a&\'b\'>" }} {{ js "it\'s <b>" }} {{ urlquery "a b&c" }}',
      "&lt;a&amp;&#39;b&#39;&gt; it\\'s \\u003Cb\\u003E a+b%26c",
    ],
    ['', ''],
  ])('makes of %j %j', (text, wanted) => {
    expect(rendered(text, CONTEXT)).toBe(wanted);
  });
});

const AT = 'ERROR: template: t.yaml:';

describe('errors of templates', () => {
  it.each([
    ['{{ nope }}', '1: function "nope" not defined'],
    ['{{ if .T }}', '1: unexpected EOF'],
    ['\n{{ end }}', '2: unexpected {{end}}'],
    ['{{ "a', '1: unterminated quoted string'],
    ['{{ (1 }}', '1: unclosed left paren'],
    ['{{ .a\n\n', '3: unclosed action started at t.yaml:1'],
    ['{{ $x }}', '1: undefined variable "$x"'],
    ['{{ 1 | 2 }}', '1: non executable command in pipeline stage 2'],
    ['{{ a*b }}', "1: bad character U+002A '*'"],
    [
      '{{ define "a" }}1{{ end }}{{ define "a" }}2{{ end }}',
      '1: template: multiple definition of template "a"',
    ],
    ['{{ break }}', '1: {{break}} outside {{range}}'],
    ['{{ .nope }}', '1:3: executing "t.yaml" at <.nope>: map has no entry for key "nope"'],
    ['é\né{{ .D.nope.x }}', '2:7: executing "t.yaml" at <.D.nope.x>: map has no entry for key "nope"'],
    ['{{ .I.x }}', '1:5: executing "t.yaml" at <.I.x>: can\'t evaluate field x in type interface {}'],
    ['{{ upper 7 }}', '1:9: executing "t.yaml" at <7>: expected string; found 7'],
    ['{{ upper .I }}', '1:9: executing "t.yaml" at <.I>: wrong type for value; expected string; got float64'],
    ['{{ upper nil }}', '1:9: executing "t.yaml" at <nil>: cannot assign nil to string'],
    ['{{ upper }}', '1:3: executing "t.yaml" at <upper>: wrong number of args for upper: want 1 got 0'],
    [
      '{{ hasKey 1 "a" }}',
      '1:10: executing "t.yaml" at <1>: can\'t handle 1 for arg of type map[string]interface {}',
    ],
    [
      '{{ eq 1 "a" }}',
      '1:3: executing "t.yaml" at <eq 1 "a">: error calling eq: incompatible types for comparison: int and string',
    ],
    [
      '{{ div 1 0 }}',
      '1:3: executing "t.yaml" at <div 1 0>: error calling div: runtime error: integer divide by zero',
    ],
    ['{{ fail "so" }}', '1:3: executing "t.yaml" at <fail "so">: error calling fail: so'],
    ['{{ template "x" }}', '1:12: executing "t.yaml" at <{{template "x"}}>: template "x" not defined'],
    [
      '{{ define "d" }}{{ .y }}{{ end }}{{ template "d" .D }}',
      '1:19: executing "d" at <.y>: map has no entry for key "y"',
    ],
    ['{{ range .I }}{{ end }}', '1:9: executing "t.yaml" at <.I>: range can\'t iterate over 7'],
    ['{{ 1 2 }}', '1:3: executing "t.yaml" at <1>: can\'t give argument to non-function 1'],
    ['{{ .Name 2 }}', '1:3: executing "t.yaml" at <.Name>: Name is not a method but has arguments'],
    [
      '{{ index .L 9 }}',
      '1:3: executing "t.yaml" at <index .L 9>: error calling index: index out of range: 9',
    ],
  ])('tell of %j', (text, wanted) => {
    expect(rendered(text, CONTEXT)).toBe(AT + wanted);
  });

  it.each(['now', 'uuidv4', 'getHostByName', 'genCA', 'randAlpha'])(
    'name %s, which packages may not use',
    (name) => {
      expect(rendered(`{{ if false }}{{ ${name} }}{{ end }}`)).toBe('');
      expect(rendered(`{{ ${name} }}`)).toContain(`packages may not use ${name}: it `);
    },
  );
});
