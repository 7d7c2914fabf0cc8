import { expect, it } from 'vitest';
import { withoutChance, withoutDrawnKeys } from './same.ts';

const sbom = (serialNumber: string, timestamp: string): string =>
  JSON.stringify({ bomFormat: 'CycloneDX', serialNumber, metadata: { timestamp, component: 'a' } });

it('makes one bill of materials of the same packages, and another of others', () => {
  const lock = Buffer.from('lock');
  const first = withoutChance(sbom('urn:uuid:1', '2026-01-01T00:00:00Z'), lock);
  expect(first).toBe(withoutChance(sbom('urn:uuid:2', '2026-01-02T00:00:00Z'), lock));
  expect(first).not.toBe(withoutChance(sbom('urn:uuid:1', '2026-01-01T00:00:00Z'), Buffer.from('other')));
  expect(first).toMatch(/"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"/);
  expect(JSON.parse(first)).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: 'a' } });
});

it('leaves no key that was drawn, and keeps their lengths', () => {
  const keys = (id: string, key: string): object => ({
    ...{ previewModeId: id, previewModeSigningKey: key, previewModeEncryptionKey: key },
  });
  const [first, second] = [keys('a'.repeat(32), 'b'.repeat(64)), keys('c'.repeat(32), 'd'.repeat(64))];
  for (const shape of [(one: object) => one, (preview: object) => ({ version: 4, preview })]) {
    const texts = [first, second].map((one) => withoutDrawnKeys(JSON.stringify(shape(one)), 'build'));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(withoutDrawnKeys(JSON.stringify(shape(first)), 'other'));
    expect(texts[0]).toHaveLength(JSON.stringify(shape(first)).length);
  }
});
