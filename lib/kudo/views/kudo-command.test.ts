import { expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import { packageObjects } from '../package/objects.ts';
import { readPackage } from '../package/read.ts';
import { kudoCommand } from './kudo-command.ts';

const operator = SOUND_PACKAGE['operator.yaml'].replace(
  'operatorVersion',
  'appVersion: 2.1.0\noperatorVersion',
);
const { version } = packageObjects(readPackage(filesOf({ ...SOUND_PACKAGE, 'operator.yaml': operator })));
const to = { version, namespace: 'shop', name: 'web', values: {} };

it('installs, upgrades and updates in the words of the plugin', () => {
  expect(kudoCommand({ ...to, verb: 'install', createNamespace: true })).toBe(
    'kubectl kudo install web --instance web --namespace shop --operator-version 1.0.0 --app-version 2.1.0 --create-namespace',
  );
  expect(kudoCommand({ ...to, verb: 'upgrade' })).toBe(
    'kubectl kudo upgrade web --instance web --namespace shop --operator-version 1.0.0 --app-version 2.1.0',
  );
  expect(kudoCommand({ ...to, verb: 'update', values: { SIZE: '2' } })).toBe(
    'kubectl kudo update --instance web --namespace shop -p SIZE=2',
  );
});

it('quotes values, whatever they hold', () => {
  expect(kudoCommand({ ...to, verb: 'update', values: { A: "it's $(rm -rf /)" } })).toBe(
    `kubectl kudo update --instance web --namespace shop -p 'A=it'\\''s $(rm -rf /)'`,
  );
});

it('does not say what the plugin does not take', () => {
  expect(kudoCommand({ ...to, verb: 'update', values: { A: '' } })).toBeUndefined();
});
