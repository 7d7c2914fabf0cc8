import { z } from 'zod';

import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem } from '#lib/console-problem.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { BundleImageProgress } from '#lib/olm/api/catalog-answers.ts';
import type { InstallModeType } from '#lib/olm/api/catalog.ts';
import { installPreview } from '#lib/olm/foresight/install-preview.ts';
import type { InstallPreview } from '#lib/olm/foresight/install-preview.ts';
import type { ClusterServiceVersion, OperatorGroup } from '#lib/olm/api/types.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError, KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { CatalogQueries, CatalogPackageRef } from './catalog.ts';

/** What somebody is about to install, and how. */
export interface InstallPreviewQuestion {
  ref: CatalogPackageRef;
  /** Name of the CSV to install. */
  csv: string;
  namespace: string;
  mode: InstallModeType;
  targets: readonly string[];
}

/** @throws KubeError `notFound` when no catalog that the user may see has the bundle */
export async function queryInstallPreview(
  identity: Identity,
  catalog: CatalogQueries,
  question: InstallPreviewQuestion,
): Promise<InstallPreview> {
  const { client } = identity;
  const { namespace } = question;
  const [detail, namespaceExists, groups] = await Promise.all([
    catalog.bundle(identity, question.ref, question.csv),
    exists(client, 'namespaces', namespace),
    groupsOf(client, namespace),
  ]);
  if (detail?.image !== undefined && detail.csv === undefined) throw notThere(detail.image);
  if (detail?.csv === undefined || !isCsv(detail.csv)) throw absent;
  const crds = await Promise.all(
    detail.crds.map(async ({ metadata: { name = '' } }) => {
      const there = await exists(client, 'customResourceDefinitions', name);
      return there === undefined ? [] : [[name, there] as const];
    }),
  );
  return installPreview(
    { ...question, package: question.ref.package, csv: detail.csv, crds: detail.crds },
    { namespaceExists, groups, crdExists: new Map(crds.flat()) },
  );
}

const absent = new KubeError({
  kind: 'notFound',
  message: 'the bundle is in no visible catalog',
  problem: { code: 'versionNotInCatalogs' },
});

function notThere(image: BundleImageProgress): KubeError {
  const problem: ConsoleProblem =
    image.kind === 'failed'
      ? { code: 'bundleUnreadable', values: { why: image.message } }
      : { code: 'bundlePulling' };
  return new KubeError({ kind: 'unavailable', message: withMessage(problem).message, problem });
}

const Csv = z.looseObject({ spec: z.looseObject({ install: z.looseObject({ strategy: z.string() }) }) });

/** The catalog's reader has checked more than this; here it is about what the preview touches. */
function isCsv(object: KubeObject): object is ClusterServiceVersion {
  return Csv.safeParse(object).success;
}

async function exists(
  client: KubeClient,
  type: 'namespaces' | 'customResourceDefinitions',
  name: string,
): Promise<boolean | undefined> {
  try {
    await client.get(resources[type], { name });
    return true;
  } catch (error) {
    return isKubeError(error, 'notFound') ? false : undefined;
  }
}

/** A cluster without OLM's kinds has no groups; who may not list them hears so from the fit. */
async function groupsOf(client: KubeClient, namespace: string): Promise<OperatorGroup[]> {
  try {
    const { items } = await client.list(resources.operatorGroups, { namespace });
    return items;
  } catch (error) {
    if (isKubeError(error, 'notFound')) return [];
    throw error;
  }
}
