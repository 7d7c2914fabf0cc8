/** A package as its files say it: what is in `operator.yaml` and `params.yaml`, with the place of each field (KUDO 10-16). */
import type {
  KudoOperatorSpec,
  KudoParameter,
  KudoParameterGroup,
  KudoPlan,
  KudoTask,
} from '../api/types.ts';
import { type DocumentNode, placeOfPath } from '../yaml/nodes.ts';

/** `operator.yaml` (KUDO 12). */
export interface PackageOperator extends KudoOperatorSpec {
  name: string;
  operatorVersion: string;
  appVersion?: string | undefined;
  tasks: KudoTask[];
  plans: Record<string, KudoPlan>;
  /** No field of KUDO's, which does not look at it. Of ours, what `packageObjects` takes. */
  annotations?: Record<string, string> | undefined;
}

/** What YAML made of a default or an allowed value before it became text. */
export type WrittenAs = 'text' | 'number' | 'boolean' | 'list' | 'map';

/** A parameter of `params.yaml` (KUDO 13); default and enum as texts. */
export interface PackageParameter extends KudoParameter {
  required: boolean;
  immutable: boolean;
  group?: string | undefined;
  advanced?: boolean | undefined;
  hint?: string | undefined;
  /** Absent where there is no default. */
  defaultWritten?: WrittenAs | undefined;
  enumWritten?: WrittenAs[] | undefined;
}

/** One template; its key in the OperatorVersion is that of the map it is in (KUDO 11). */
export interface PackageTemplate {
  /** Path inside the package. */
  readonly file: string;
  readonly text: string;
}

/** A package that can be read; whether it can be used is told by `verifyPackage`. */
export interface KudoPackage {
  /** Where it lies among the files: empty, or the path of a nested operator. */
  readonly directory: string;
  readonly operator: PackageOperator;
  readonly groups: readonly KudoParameterGroup[];
  readonly parameters: readonly PackageParameter[];
  readonly templates: ReadonlyMap<string, PackageTemplate>;
  /** The files' parts, for places. */
  readonly operatorNode: DocumentNode;
  readonly paramsNode: DocumentNode;
}

/** The two files that every package has. */
export const [OPERATOR_FILE, PARAMS_FILE] = ['operator.yaml', 'params.yaml'] as const;

/** The path of a file of this package among all files. */
export function packagePath(directory: string, file: string): string {
  return directory === '' ? file : `${directory}/${file}`;
}

/** Line of a field of one of the two files. */
export function lineOf(
  read: KudoPackage,
  file: typeof OPERATOR_FILE | typeof PARAMS_FILE,
  path: readonly PropertyKey[],
): number {
  return placeOfPath(file === OPERATOR_FILE ? read.operatorNode : read.paramsNode, path).line;
}
