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
  const manifest = (id: string, key: string): string =>
    JSON.stringify({
      version: 4,
      preview: { previewModeId: id, previewModeSigningKey: key, previewModeEncryptionKey: key },
    });
  const first = withoutDrawnKeys(manifest('a'.repeat(32), 'b'.repeat(64)));
  expect(first).toBe(withoutDrawnKeys(manifest('c'.repeat(32), 'd'.repeat(64))));
  const { preview } = JSON.parse(first) as { preview: Record<string, string> };
  expect(Object.values(preview).map((key) => key.length)).toEqual([32, 64, 64]);
});
