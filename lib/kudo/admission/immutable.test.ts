import { expect, it } from 'vitest';
import { anInstance, aVersion } from '../../testing/kudo-objects.ts';
import { invalidParameters } from '../parameters/check.ts';
import { admitInstance } from './admit.ts';

const version = aVersion({
  parameters: [
    { name: 'ROOT_PASSWORD', immutable: true },
    { name: 'USER_PASSWORD', enum: ['horse'] },
  ],
});

function refusal(before: Record<string, string>, after: Record<string, string>): string {
  const admission = admitInstance({
    old: anInstance({ parameters: before }),
    next: anInstance({ parameters: after }),
    ...{ version, oldVersion: version, uid: 'u', invalidParameters, mayQueue: false },
  });
  return admission.allowed ? 'allowed' : admission.message;
}

it('what refuses a password does not repeat it', () => {
  expect(refusal({ ROOT_PASSWORD: 'battery' }, { ROOT_PASSWORD: 'staple' })).toMatch(
    /parameter 'ROOT_PASSWORD' is immutable but was changed$/,
  );
  const invalid = refusal(
    { ROOT_PASSWORD: 'battery' },
    { ROOT_PASSWORD: 'battery', USER_PASSWORD: 'staple' },
  );
  expect(invalid).toMatch(/parameter "USER_PASSWORD" has an invalid value$/);
});
