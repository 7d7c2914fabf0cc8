import { expect, it } from 'vitest';
import { anInstallPlan } from '#lib/testing/install-facts.ts';
import { keyOf } from '#lib/k8s/object.ts';
import { createMemory } from './memory.ts';
import { memoryOf } from './plan-memory.ts';

const plan = anInstallPlan([]);
const other = { ...plan, metadata: { ...plan.metadata, uid: 'uid-other' } };

it('remembers a plan until it is gone, or another one has its name', () => {
  const world = { memory: createMemory() };
  memoryOf(world, plan).begun = true;
  expect(memoryOf(world, plan).begun).toBe(true);
  expect(memoryOf({ memory: createMemory() }, plan).begun).toBeUndefined();
  expect(memoryOf(world, other).begun).toBeUndefined();
  memoryOf(world, other).nextLook = 1;
  world.memory.plans.delete(keyOf(other));
  expect(memoryOf(world, other)).toEqual({ uid: 'uid-other' });
});
