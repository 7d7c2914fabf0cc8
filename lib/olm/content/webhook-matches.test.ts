import { expect, it } from 'vitest';
import { webhookMatches } from './webhook-matches.ts';

it.each([
  [{ type: 'ConversionWebhook', conversionCRDs: ['a.example.com'] }, ['a.example.com']],
  [
    { rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: ['', 'apps'], resources: ['pods'] }] },
    ['CREATE, UPDATE pods', 'CREATE, UPDATE pods.apps'],
  ],
  [{ rules: [{ resources: ['*'] }] }, ['*']],
  [{ rules: 'nonsense' }, []],
  [undefined, []],
])('%j matches %j', (webhook, want) => {
  expect(webhookMatches(webhook)).toEqual(want);
});
