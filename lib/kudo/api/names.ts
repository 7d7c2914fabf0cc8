/** Names that are derived (KUDO 9). */
import { OPERATOR_LABEL } from './labels.ts';

/** What the name of an OperatorVersion is made of. */
export interface VersionParts {
  operator: string;
  version: string;
  appVersion?: string | undefined;
}

/** `<operator>-<appVersion>-<version>`, without appVersion where there is none. */
export function operatorVersionName({ operator, version, appVersion }: VersionParts): string {
  const parts = appVersion === undefined || appVersion === '' ? [version] : [appVersion, version];
  return [operator, ...parts].join('-');
}

/** `<operator>-instance`. */
export function defaultInstanceName(operator: string): string {
  return `${operator}-instance`;
}

/** `<instance>.plan-runs`: the ConfigMap in which we keep what ran. */
export function planRunsName(instance: string): string {
  return `${instance}.plan-runs`;
}

/** The labels of instances that we make: by them the instances of an operator are found. */
export function instanceLabels(operator: string): Record<string, string> {
  return { [OPERATOR_LABEL]: operator };
}
