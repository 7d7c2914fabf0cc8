import { expect, it } from 'vitest';
import { anInstallPlan } from '#lib/testing/install-facts.ts';
import { keyOf } from '#lib/k8s/object.ts';
import { forgetPlan, memoryOf } from './plan-memory.ts';

const plan = anInstallPlan([]);
const other = { ...plan, metadata: { ...plan.metadata, uid: 'uid-other' } };

it('remembers a plan until it is gone, or another one has its name', () => {
  const world = {};
  memoryOf(world, plan).begun = true;
  expect(memoryOf(world, plan).begun).toBe(true);
  expect(memoryOf({}, plan).begun).toBeUndefined();
  expect(memoryOf(world, other).begun).toBeUndefined();
  memoryOf(world, other).nextLook = 1;
  forgetPlan(world, keyOf(other));
  expect(memoryOf(world, other)).toEqual({ uid: 'uid-other' });
});
