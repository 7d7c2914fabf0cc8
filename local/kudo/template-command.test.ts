import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { authorDesk } from '../testing/kudo/author-desk.ts';

const desk = authorDesk();
const withTemplate = (text: string): Record<string, string> => ({
  ...SOUND_PACKAGE,
  'templates/app.yaml': text,
});

describe('template', () => {
  const template = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Name }}-{{ .StepName }}
  namespace: {{ .Namespace }}
data:
  size: "{{ .Params.SIZE }}"
`;
  const shown = async (...args: string[]): Promise<unknown[]> => {
    const { code, out, err } = await desk.kudo('template', 'web', ...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return parseAllDocuments(out).map((document): unknown => document.toJS());
  };

  it('renders what each task makes, for an instance in a namespace', async () => {
    desk.put('web', withTemplate(template));
    const { out } = await desk.kudo('template', 'web');
    expect(out).toContain('---\n# app.yaml: task app (applied) of deploy/main/everything\napiVersion: v1\n');
    expect(await shown('--instance', 'mine', '--namespace', 'shop')).toMatchObject([
      { kind: 'ConfigMap', metadata: { name: 'mine-everything', namespace: 'shop' }, data: { size: '1' } },
    ]);
  });

  it('takes values, single ones before those of files', async () => {
    desk.put('web', withTemplate(template));
    desk.put('.', { 'values.yaml': 'SIZE: 7\n' });
    expect(await shown('-P', 'values.yaml')).toMatchObject([{ data: { size: '7' } }]);
    expect(await shown('-P', 'values.yaml', '-p', 'SIZE=a=b')).toMatchObject([{ data: { size: 'a=b' } }]);
  });

  it.each<[string[], string]>([
    [['-p', 'SIZ=1'], 'the operator has no parameter "SIZ"; did you mean SIZE?'],
    [['-p', 'SIZE'], 'parameter not set: SIZE; write name=value'],
    [['-P', 'list.yaml'], 'parameter file list.yaml:1 holds no map; write name: value'],
  ])('ends with 1 for %j, and shows nothing', async (args, err) => {
    desk.put('web', SOUND_PACKAGE);
    desk.put('.', { 'list.yaml': '- a\n' });
    expect(await desk.kudo('template', 'web', ...args)).toEqual({ code: 1, out: '', err: `${err}\n` });
  });

  it('ends with 1 where a template fails or makes no object, and shows the others', async () => {
    const operator = SOUND_PACKAGE['operator.yaml'].replace(
      '- app.yaml',
      '- app.yaml\n        - fails.yaml\n        - none.yaml',
    );
    desk.put('web', {
      ...withTemplate(template),
      'operator.yaml': operator,
      'templates/fails.yaml': '\n{{ .Params.NONE }}',
      'templates/none.yaml': 'kind: ConfigMap',
    });
    const { code, out, err } = await desk.kudo('template', 'web');
    expect(code).toBe(1);
    expect(out).toContain('name: web-instance-everything');
    expect(err).toMatch(/^web: task app, template fails\.yaml: error rendering template: .*fails\.yaml:2:/m);
    expect(err).toContain(
      'web: task app, template none.yaml: failed to parse template none.yaml: no object with',
    );
  });

  it('writes a file for each template, inside of the folder whatever a task is called', async () => {
    const operator = SOUND_PACKAGE['operator.yaml'].replaceAll(/(- name: |- )app\n/g, '$1"../../app"\n');
    desk.put('web', { ...withTemplate(template), 'operator.yaml': operator });
    expect(await desk.kudo('template', 'web', '--output', 'out')).toMatchObject({
      code: 0,
      out: 'out/--..-app/app.yaml\n',
    });
    expect(desk.read('out/--..-app/app.yaml')).toContain('name: web-instance-everything');
  });

  it('knows plans', async () => {
    desk.put('web', SOUND_PACKAGE);
    expect(await shown('--plan', 'deploy')).toHaveLength(1);
    expect(await desk.kudo('template', 'web', '--plan', 'backup')).toMatchObject({
      code: 2,
      err: 'There is no plan backup, but deploy. --help tells more.\n',
    });
  });

  it('ends quietly where nobody reads on', async () => {
    desk.put('web', withTemplate(`${template}  more: |\n${'    more\n'.repeat(100_000)}`));
    const child = desk.spawn('template', 'web');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
