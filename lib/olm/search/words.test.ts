import { expect, it } from 'vitest';
import { synonymsOf } from './synonyms.ts';
import { coreWords, kindWords, markWords, nameWords, wordsOf } from './words.ts';

it.each([
  ['Argo CD', ['argo', 'cd']],
  ['Streaming & Messaging', ['streaming', 'messaging']],
  ['Größe', ['große']],
  ['日本語 データ', ['日本語', 'テータ']],
  ['  ', []],
])('parts %j into words', (text, want) => {
  expect(wordsOf(text)).toEqual(want);
});

it('knows names in one piece, kinds by their parts, and names without what all say', () => {
  expect(nameWords('Argo CD')).toEqual(['argo', 'cd', 'argocd']);
  expect(kindWords('KafkaTopic')).toEqual(['kafka', 'topic', 'kafkatopic']);
  expect(kindWords('ArgoCD')).toEqual(['argo', 'cd', 'argocd']);
  expect(kindWords('AWSBucket')).toEqual(['aws', 'bucket', 'awsbucket']);
  expect(kindWords('Kafka')).toEqual(['kafka']);
  expect(coreWords('Community Jaeger Operator')).toEqual(['jaeger']);
  expect(coreWords('Community Operator')).toEqual(['community', 'operator']);
});

it.each([
  ['Apache Kafka', ['kaf'], 'Apache [Kaf]ka'],
  ['Kafka KAFKA', ['kafka'], '[Kafka] [KAFKA]'],
  ['MyKafka', ['kafka'], 'MyKafka'],
  ['Größe', ['gro'], '[Grö]ße'],
  ['a.b<c>', ['c'], 'a.b<[c]>'],
  ['Kafka', [], 'Kafka'],
  ['', ['a'], ''],
])('marks in %j the words %j', (text, words, want) => {
  const pieces = markWords(text, words);
  expect(pieces.map((piece) => (piece.found ? `[${piece.text}]` : piece.text)).join('')).toBe(want);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

it('has other words that lead both ways where they mean the same, and from subject to thing only', () => {
  const others = (phrase: string): string[] => synonymsOf(phrase).map(({ words }) => words.join(' '));
  expect(others('pg')).toContain('postgresql');
  expect(others('postgresql')).toContain('pg');
  expect(others('object storage')).toContain('s3');
  expect(others('nosql')).toContain('mongodb');
  expect(others('mongodb')).not.toContain('nosql');
  expect(others('constructor')).toEqual([]);
});
