import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fbcPackage } from '#lib/testing/bundle-files.ts';
import { catalogOfFiles, warningLines } from '../testing/catalog-of-files.ts';
import { jsonLines } from '../testing/temporary.ts';

const entry = (version: string): string =>
  `    - {operatorVersion: ${version}, urls: [web-${version}.tgz]}\n`;
const index = `apiVersion: v1\nentries:\n  web:\n${entry('1.9.0')}${entry('1.10.0')}`;

const versionsIn = async (files: Record<string, string | Buffer>): Promise<unknown> => {
  const { operators, warnings, packages } = await catalogOfFiles(files);
  return {
    packages: [...packages.keys()],
    operators: [...operators].map(
      ([name, versions]) => `${name} ${versions.map(({ operatorVersion }) => operatorVersion).join()}`,
    ),
    warnings: warningLines(warnings),
  };
};

it('offers the operators of an index beside the packages of other files, and says nothing of archives', async () => {
  const files = {
    'index.yaml': index,
    'web-1.9.0.tgz': 'anything',
    'olm.jsonl': jsonLines(fbcPackage('etcd', ['1.0.0'])),
  };
  expect(await versionsIn(files)).toEqual({
    packages: ['etcd'],
    operators: ['web 1.10.0,1.9.0'],
    warnings: [],
  });
  expect(await versionsIn({ 'below/index.yaml.gz': gzipSync(index) })).toMatchObject({
    operators: ['web 1.10.0,1.9.0'],
  });
});

it.each<[string, Record<string, string | Buffer>, unknown]>([
  [
    'an entry that cannot be used',
    { 'index.yaml': `${index}    - {operatorVersion: soon, urls: [b.tgz]}\n` },
    {
      operators: ['web 1.10.0,1.9.0'],
      warnings: [
        expect.stringMatching(/^index.yaml\|web\|-\|entries.web.2.operatorVersion \(line 6\): .*; left out$/),
      ],
    },
  ],
  [
    'an operator by all of its name, which may have dots',
    { 'index.yaml': `${index.replace('web:', 'web.2:')}    - {operatorVersion: soon, urls: [b.tgz]}\n` },
    {
      operators: ['web.2 1.10.0,1.9.0'],
      warnings: [expect.stringMatching(/^index.yaml\|web\.2\|-\|/)],
    },
  ],
  [
    'an operator that two indexes have',
    { 'a.yaml': index, 'b.yaml': index },
    {
      operators: ['web 1.10.0,1.9.0'],
      warnings: ['b.yaml|web|-|another index has this operator already; left out'],
    },
  ],
  [
    'an index of another version',
    { 'index.yaml': index.replace('v1', 'v7') },
    {
      operators: [],
      warnings: [expect.stringContaining('cannot be used as an index: apiVersion (line 1): expecting v1')],
    },
  ],
  [
    'gzip that is torn',
    { 'index.yaml.gz': gzipSync(index).subarray(0, 30) },
    { operators: [], warnings: [expect.stringContaining('index.yaml.gz')] },
  ],
])('names %s, and keeps the rest', async (_what, files, read) => {
  expect(await versionsIn(files)).toMatchObject(read as object);
});
