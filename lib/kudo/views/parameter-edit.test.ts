import { describe, expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { packageObjects } from '../package/objects.ts';
import { readPackage } from '../package/read.ts';
import { parameterEdit, refusedUpgrade } from './parameter-edit.ts';
import { renderedText } from './rendered-text.ts';

const params = `parameters:
  - {name: SIZE, default: "1"}
  - {name: TARGET, default: here, trigger: backup}
  - {name: FIXED, default: "a", immutable: true}
  - {name: COUNT, type: integer, default: "1"}
`;
const plan =
  '\n    strategy: serial\n    phases: [{name: a, strategy: serial, steps: [{name: a, tasks: [app]}]}]';
const versionOf = (version: string): ReturnType<typeof packageObjects>['version'] =>
  packageObjects(
    readPackage(
      filesOf({
        'operator.yaml': `name: web
operatorVersion: ${version}
kubernetesVersion: 1.17.0
tasks:
  - {name: app, kind: Apply, spec: {resources: [app.yaml]}}
plans:
  deploy:${plan}
  update:${plan}
  backup:${plan}
`,
        'params.yaml': params,
        'templates/app.yaml': SOUND_PACKAGE['templates/app.yaml'],
      }),
    ),
  ).version;

const version = versionOf('1.0.0');
const instance = (
  parameters: Record<string, string> = {},
  spec: Record<string, unknown> = {},
): KubeObject => ({
  apiVersion: 'kudo.dev/v1beta1',
  kind: 'Instance',
  metadata: { namespace: 'shop', name: 'web' },
  spec: { operatorVersion: { name: 'web-1.0.0' }, parameters, ...spec },
});

describe('a change of parameters', () => {
  it('that changes nothing is none', () => {
    expect(parameterEdit(instance({ SIZE: '2' }), version, { SIZE: '2' })).toEqual({ kind: 'none' });
  });

  it('says which plan it runs, and because of what', () => {
    expect(parameterEdit(instance(), version, { SIZE: '3' })).toMatchObject({
      kind: 'change',
      names: ['SIZE'],
      runs: { plan: 'update', cause: { kind: 'parameters', parameters: ['SIZE'] } },
      change: { patch: { body: { spec: { parameters: { SIZE: '3' } } } } },
    });
    expect(parameterEdit(instance(), version, { TARGET: 'there' })).toMatchObject({
      runs: { plan: 'backup' },
    });
  });

  it('gives a value that is left out back to its default', () => {
    expect(parameterEdit(instance({ SIZE: '2' }), version, {})).toMatchObject({
      change: { patch: { body: { spec: { parameters: { SIZE: null } } } } },
    });
  });

  it.each([
    ['of an immutable one', instance({ FIXED: 'a' }), { FIXED: 'b' }, /parameter 'FIXED' is immutable/],
    ['of the wrong type', instance(), { COUNT: 'many' }, /parameter "COUNT" has an invalid value/],
    [
      'while a plan runs',
      instance({}, { planExecution: { planName: 'backup', uid: '1', status: 'IN_PROGRESS' } }),
      { SIZE: '2' },
      /backup/,
    ],
  ])('%s is refused in the words of the webhook', (_what, of, values, words) => {
    expect(parameterEdit(of, version, values)).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(words),
    });
  });

  it('cannot be told of an instance that cannot be read', () => {
    const broken = { ...instance(), spec: 1 };
    expect(parameterEdit(broken, version, { SIZE: '2' }).kind).toBe('refused');
  });
});

describe('an upgrade', () => {
  it('is refused where a plan runs, and for values that the new version does not take', () => {
    const next = versionOf('2.0.0');
    const running = { planExecution: { planName: 'backup', uid: '1', status: 'IN_PROGRESS' } };
    expect(refusedUpgrade(instance(), version, next, {})).toBeUndefined();
    expect(refusedUpgrade(instance({}, running), version, next, {})).toMatch(/is not allowed/);
    expect(refusedUpgrade(instance(), version, next, { COUNT: 'many' })).toMatch(/invalid value/);
  });
});

it('what a plan makes is one text, each template under its name', () => {
  const wish = { namespace: 'shop', name: 'web', values: { SIZE: '7' } };
  expect(renderedText(version, wish, 'deploy')).toBe(
    `# app.yaml (app)\n${SOUND_PACKAGE['templates/app.yaml'].replace('{{ .Params.SIZE }}', '7')}`,
  );
});
