import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import {
  checkObjects,
  crdCheckAnnotation,
  crdCheckFailure,
  crdCheckOf,
  mergeChecks,
  NOTHING_CHECKED,
  unfitMessage,
  type CrdCheck,
  type JudgeObject,
} from './crd-check.ts';
import { CRD_CHECK_ANNOTATION } from '../api/labels.ts';

const CRD = 'tickets.example.com';
const version = {
  resource: { group: 'example.com', version: 'v1', plural: 'tickets', kind: 'Ticket', namespaced: true },
  schema: {},
};

const objects = (from: number, to: number): KubeObject[] =>
  Array.from({ length: to - from }, (_, index) => ({
    apiVersion: 'example.com/v1',
    kind: 'Ticket',
    metadata: { name: `t${String(from + index)}`, namespace: 'a' },
  }));

const fits: JudgeObject = () => ({ fields: [], lost: [] });
const tooLarge: JudgeObject = () => ({
  fields: [{ path: 'spec.size', code: 'atMost', values: { limit: 3 }, message: 'should be less' }],
  lost: ['spec.old', 'spec.old'],
});

const check = (count: number, judge: JudgeObject = tooLarge, from: CrdCheck = NOTHING_CHECKED): CrdCheck =>
  checkObjects(from, { crd: CRD, version }, objects(0, count), judge);

const annotated = (text: string | undefined): KubeObject => ({
  apiVersion: '',
  kind: '',
  metadata: { name: '', ...(text !== undefined && { annotations: { [CRD_CHECK_ANNOTATION]: text } }) },
});

describe('checkObjects (OLM 55)', () => {
  it('counts over pages', () => {
    const first = checkObjects(NOTHING_CHECKED, { crd: CRD, version }, objects(0, 3), fits);
    const both = checkObjects(first, { crd: CRD, version }, objects(3, 5), tooLarge);
    expect(both).toMatchObject({ checked: 5, unfit: { [CRD]: 2 } });
    expect(both.objects.map(({ name }) => name)).toEqual(['t3', 't4']);
    expect(both.lost).toEqual([{ crd: CRD, version: 'v1', path: 'spec.old', objects: 2, example: 'a/t3' }]);
  });

  it('stays within its bounds, and its counts are of all', () => {
    const many = check(5_000);
    expect(many).toMatchObject({ checked: 5_000, unfit: { [CRD]: 5_000 } });
    expect(many.objects).toHaveLength(500);
    const twice = mergeChecks(many, check(5_000));
    expect(twice).toMatchObject({ checked: 10_000, unfit: { [CRD]: 10_000 } });
    expect(twice.objects).toHaveLength(500);
  });
});

describe('crdCheckFailure (OLM 55)', () => {
  const one =
    'error validating example.com/v1, Kind=Ticket "a/t0": updated validation is too restrictive: spec.size: should be less';
  const prefix = `error validating existing CRs against new CRD's schema for "${CRD}": `;
  const refusal = { crd: CRD, reason: 'scope', message: 'no' } as const;
  const rows: { name: string; given: CrdCheck; want: string | undefined }[] = [
    { name: 'nothing looked at', given: NOTHING_CHECKED, want: undefined },
    { name: 'all fit', given: check(3, fits), want: undefined },
    { name: 'one does not', given: check(1), want: prefix + one },
    {
      name: 'all do not: the first few are named',
      given: check(7),
      want: `${prefix}${[0, 1, 2, 3, 4].map((index) => one.replace('t0', `t${String(index)}`)).join('; ')}; and 2 more`,
    },
    { name: 'refused anyway', given: { ...check(1), refusals: [refusal] }, want: 'no' },
    { name: 'converted by a webhook', given: { ...check(1), tolerated: [CRD] }, want: undefined },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(crdCheckFailure(given)).toBe(want);
  });

  it('has all that is wrong with an object in one bracket, as upstream does', () => {
    const two: JudgeObject = () => ({
      fields: [
        { path: 'spec.a', message: 'Required value' },
        { path: '', message: 'no' },
      ],
      lost: [],
    });
    expect(unfitMessage(check(1, two), CRD)).toContain('too restrictive: [spec.a: Required value, no]');
  });
});

describe('the annotation', () => {
  it('is left out when there is nothing to tell', () => {
    expect(crdCheckAnnotation(check(3, fits))).toBeUndefined();
    expect(crdCheckOf(annotated(undefined))).toBeUndefined();
  });

  it('is read as it was written', () => {
    expect(crdCheckOf(annotated(crdCheckAnnotation(check(3))))).toEqual(check(3));
  });

  it('fits beside others on one object, however much there is to tell', () => {
    const wordy: JudgeObject = () => ({
      fields: Array.from({ length: 40 }, () => ({ path: 'spec', message: 'x'.repeat(300) })),
      lost: [],
    });
    const text = crdCheckAnnotation(check(5_000, wordy));
    expect(text?.length).toBeLessThanOrEqual(96 * 1024);
    const read = crdCheckOf(annotated(text));
    expect(read?.unfit).toEqual({ [CRD]: 5_000 });
    expect(read?.objects.length).toBeGreaterThan(10);
  });

  it.each(['{', '[]', '{"checked":"many"}'])('%s says nothing', (text) => {
    expect(crdCheckOf(annotated(text))).toBeUndefined();
  });
});
