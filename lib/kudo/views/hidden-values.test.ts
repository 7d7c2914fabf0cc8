import { expect, it } from 'vitest';
import { filesOf, SOUND_PACKAGE } from '../../testing/kudo-package.ts';
import { packageObjects } from '../package/objects.ts';
import { readPackage } from '../package/read.ts';
import { withoutPasswords } from './hidden-values.ts';

const params = `parameters:
  - {name: SIZE, default: "1"}
  - {name: PASSWORD, default: "password"}
  - {name: ADMIN_PASSWORD, required: false}
`;
const { version } = packageObjects(readPackage(filesOf({ ...SOUND_PACKAGE, 'params.yaml': params })));

it('hides passwords, those that are the default too, and tells that one changes', () => {
  expect(withoutPasswords(version, { SIZE: '2' })).toEqual({ SIZE: '2', PASSWORD: '(PASSWORD)' });
  expect(withoutPasswords(version, { PASSWORD: 's3cret' }, {})).toEqual({ PASSWORD: '(new PASSWORD)' });
  expect(withoutPasswords(version, { ADMIN_PASSWORD: 'x' })).toMatchObject({
    ADMIN_PASSWORD: '(ADMIN_PASSWORD)',
  });
});
