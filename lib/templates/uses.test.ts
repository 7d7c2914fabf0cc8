import { describe, expect, it } from 'vitest';
import { fieldsUsed, functionsUsed, parseTemplate, refusedFunction } from './template.ts';

function fields(text: string): string[] {
  return fieldsUsed(parseTemplate('t.yaml', text)).map(
    ({ path, root, ofContext, line, column }) =>
      `${root === '$' ? '$' : ''}.${path.join('.')}${ofContext ? '' : ' elsewhere'} ${line}:${column}`,
  );
}

describe('the fields a template uses', () => {
  it.each([
    ['{{ .Params.a }}\n{{ $.Params.b | default .Name }}', ['.Params.a 1:10', '$.Params.b 2:4', '.Name 2:24']],
    ['{{ if .a }}{{ .b }}{{ else }}{{ .c }}{{ end }}', ['.a 1:6', '.b 1:14', '.c 1:32']],
    [
      '{{ range .l }}{{ .x }}{{ $.y }}{{ else }}{{ .z }}{{ end }}',
      ['.l 1:9', '.x elsewhere 1:17', '$.y 1:26', '.z 1:44'],
    ],
    [
      '{{ with $ }}{{ .a }}{{ end }}{{ with .b }}{{ .c }}{{ end }}',
      ['.a 1:15', '.b 1:37', '.c elsewhere 1:45'],
    ],
    ['{{ (index .a 0).b }}{{ add (len .c) 1 }}', ['.a 1:10', '.c 1:32']],
    ['{{ define "t" }}{{ .a }}{{ $.b }}{{ end }}{{ template "t" . }}', ['.a 1:19', '$.b 1:28']],
    ['{{ define "t" }}{{ .a }}{{ end }}{{ template "t" .x }}', ['.a elsewhere 1:19', '.x 1:49']],
    ['{{ .größe }}', ['.größe 1:3']],
    ['{{ $x := .a }}{{ $x.b }}text', ['.a 1:9']],
  ])('are in %j %j', (text, wanted) => {
    expect(fields(text)).toEqual(wanted);
  });
});

describe('the functions a template uses', () => {
  it('are told with their places', () => {
    const template = parseTemplate('t.yaml', '{{ upper (print .a | quote) }}\n{{ if now }}{{ end }}');
    const uses = functionsUsed(template);
    expect(uses.map(({ name, line, column }) => `${name} ${line}:${column}`)).toEqual([
      ...['upper 1:3', 'print 1:10', 'quote 1:21', 'now 2:6'],
    ]);
    expect(uses.filter(({ name }) => refusedFunction(name) !== undefined).map(({ name }) => name)).toEqual([
      'now',
    ]);
  });
});
