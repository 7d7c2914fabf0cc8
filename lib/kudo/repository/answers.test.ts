import { expect, it } from 'vitest';
import { receivedFiles, sentFiles } from './answers.ts';

it('gives back the very bytes that were sent, text or not', () => {
  const files = new Map([
    ['operator.yaml', new TextEncoder().encode('name: Grüße\n')],
    ['bom.yaml', new Uint8Array([0xef, 0xbb, 0xbf, 0x61])],
    ['icon.png', new Uint8Array([0x89, 0x50, 0xff, 0x00])],
    ['empty', new Uint8Array()],
  ]);
  const sent = sentFiles(files);
  expect(sent.map((file) => 'text' in file)).toEqual([true, true, false, true]);
  expect(receivedFiles(JSON.parse(JSON.stringify(sent)) as typeof sent)).toEqual(files);
});
