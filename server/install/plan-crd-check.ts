/** Finds out what the definitions of a plan would do to the objects that exist (OLM 55): pages in, a bounded report out. */
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { compareCrds } from '#lib/olm/plan/crd-compare.ts';
import {
  checkObjects,
  mergeChecks,
  NOTHING_CHECKED,
  type ComparedVersion,
  type CrdCheck,
} from '#lib/olm/plan/crd-check.ts';
import { judgeStored } from '#lib/schema-form/validate/judge-stored.ts';
import { listPages } from '#server/kube/list.ts';
import type { World } from './world.ts';
import { findAny } from './write.ts';

/** @param crds definitions to come, each in the place of an existing one of its name */
export async function checkCrds(
  world: World,
  crds: readonly KubeObject[],
  signal: AbortSignal,
): Promise<CrdCheck> {
  let check = NOTHING_CHECKED;
  // One after the other: each page is as much as is held at a time.
  for (const crd of crds) check = mergeChecks(check, await checkCrd(world, crd, signal));
  return check;
}

async function checkCrd(world: World, next: KubeObject, signal: AbortSignal): Promise<CrdCheck> {
  // The cache has it without its schemas.
  const ref = { name: next.metadata.name };
  const existing = await findAny(world, resources.customResourceDefinitions, ref, signal);
  const comparison = existing === undefined ? undefined : compareCrds(existing, next);
  if (comparison === undefined) return NOTHING_CHECKED;
  const { crd, refusals, versions, byWebhook } = comparison;
  let check: CrdCheck = { ...NOTHING_CHECKED, refusals: [...refusals], tolerated: byWebhook ? [crd] : [] };
  // What is refused anyway needs no look at the objects.
  if (refusals.length > 0) return check;
  for (const version of versions) check = mergeChecks(check, await checkVersion(world, crd, version, signal));
  return check;
}

async function checkVersion(
  world: World,
  crd: string,
  version: ComparedVersion,
  signal: AbortSignal,
): Promise<CrdCheck> {
  let check = NOTHING_CHECKED;
  await listPages(world.client, version.resource, { signal }, (page, first) => {
    check = checkObjects(first ? NOTHING_CHECKED : check, { crd, version }, page, judgeStored);
  });
  return check;
}
