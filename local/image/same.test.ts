import { expect, it } from 'vitest';
import { billOfMaterials, withoutDrawnKeys } from './same.ts';

const sbom = (serialNumber: string, timestamp: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber,
    metadata: { timestamp, component: { 'bom-ref': 'capstan@1', name: 'src' } },
    components: ['a@1', '@scope/b@2', 'tool@3'].map((ref) => ({ 'bom-ref': ref })),
    dependencies: [
      { ref: 'capstan@1', dependsOn: ['a@1', 'tool@3'] },
      { ref: 'tool@3', dependsOn: ['a@1'] },
    ],
  });
const lock = (version: string): string =>
  JSON.stringify({
    name: 'capstan',
    packages: {
      '': { version },
      'node_modules/a': { version: '1' },
      'node_modules/a/node_modules/@scope/b': { version: '2', devOptional: true },
      'node_modules/tool': { version: '3', dev: true },
    },
  });

it('makes one bill of materials of the same packages, and another of others', () => {
  const first = billOfMaterials(sbom('urn:uuid:1', '2026-01-01T00:00:00Z'), lock('1'));
  expect(first).toBe(billOfMaterials(sbom('urn:uuid:2', '2026-01-02T00:00:00Z'), lock('1')));
  expect(first).not.toBe(billOfMaterials(sbom('urn:uuid:1', '2026-01-01T00:00:00Z'), lock('2')));
  expect(first).toMatch(/"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"/);
});

it('names what is shipped, and no tools of development', () => {
  expect(JSON.parse(billOfMaterials(sbom('urn:uuid:1', ''), lock('1')))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'capstan' } },
    components: [{ 'bom-ref': 'a@1' }, { 'bom-ref': '@scope/b@2' }],
    dependencies: [{ ref: 'capstan@1', dependsOn: ['a@1'] }],
  });
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
