/** What there is to know of the copies of CSVs (OLM 80). */
import { resources } from '../../k8s/resources.ts';
import { copiedFrom } from '../api/labels.ts';
import type { ClusterServiceVersion, OlmConfig } from '../api/types.ts';
import { staleCopies, wantedCopies, type CopySwitch, type CsvCopyFacts } from '../csv/copies.ts';
import { copySwitchOf, OLM_CONFIG_NAME, type OlmConfigFacts } from '../csv/copies-config.ts';
import { isAllNamespaces } from '../tenancy/targets.ts';
import { groupTargets, namespaceFacts } from './namespace.ts';
import type { ObjectReader } from './objects.ts';
import { isCsv, isOlmConfig } from './shapes.ts';

/** The copies of the CSV of this name and namespace, whether it is there or not. */
export type CopiesOf = (csv: { namespace: string; name: string }) => readonly ClusterServiceVersion[];

/** What the OLMConfig says; one that cannot be read says nothing. */
export function copySwitch(reader: ObjectReader): CopySwitch {
  const config = reader.get(resources.olmConfigs, { name: OLM_CONFIG_NAME });
  return copySwitchOf(config !== undefined && isOlmConfig(config) ? config : undefined);
}

/** Undefined where it cannot be told what there is to copy. */
export function csvCopyFacts(
  reader: ObjectReader,
  ref: { namespace: string; name: string },
  copiesOf: CopiesOf,
): CsvCopyFacts | undefined {
  const object = reader.get(resources.clusterServiceVersions, ref);
  const own = object === undefined || copiedFrom(object) !== undefined ? undefined : object;
  if (own !== undefined && !isCsv(own)) return undefined;
  return {
    home: ref.namespace,
    csv: own,
    copying: copySwitch(reader),
    groups: groupTargets(reader, ref.namespace),
    namespaces: namespaceFacts(reader),
    copies: copiesOf(ref),
    taken: {
      has: (namespace) =>
        reader.get(resources.clusterServiceVersions, { namespace, name: ref.name }) !== undefined,
    },
  };
}

/** Of all CSVs of the cluster. */
export function olmConfigFacts(reader: ObjectReader, config: OlmConfig, copiesOf: CopiesOf): OlmConfigFacts {
  const all = reader.list(resources.clusterServiceVersions).flatMap((object) => {
    const { namespace = '', name } = object.metadata;
    return copiedFrom(object) === undefined
      ? (csvCopyFacts(reader, { namespace, name }, copiesOf) ?? [])
      : [];
  });
  return {
    config,
    isMissing: all.some((facts) => staleCopies(facts).length > 0),
    isLeft: all.some((facts) => {
      const wanted = wantedCopies(facts);
      const servesAll = isAllNamespaces(facts.groups[0]?.targets ?? []);
      return servesAll && facts.copies.some(({ metadata }) => !wanted.has(metadata.namespace ?? ''));
    }),
  };
}
