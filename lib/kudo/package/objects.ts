/** What a package becomes in the cluster: an Operator and an OperatorVersion (KUDO 1, 2, 5, 9). */
import { NEEDED_OPERATORS_ANNOTATION, PARAMETER_FORM_ANNOTATION } from '../api/labels.ts';
import { operatorVersionName } from '../api/names.ts';
import {
  KUDO_API_VERSION,
  type KudoOperator,
  type KudoOperatorVersion,
  type KudoParameter,
  type ParameterForm,
} from '../api/types.ts';
import { optional } from '../../base/loose.ts';
import type { KudoPackage } from './package.ts';

/** Both, without a namespace. */
export interface PackageObjects {
  operator: KudoOperator;
  version: KudoOperatorVersion;
}

/** What the API has no field for goes into an annotation. */
export function packageObjects(read: KudoPackage): PackageObjects {
  const { name, operatorVersion, appVersion, tasks, plans, annotations, ...rest } = read.operator;
  const needed = annotations?.[NEEDED_OPERATORS_ANNOTATION];
  const { description, kudoVersion, kubernetesVersion, maintainers, url, namespaceManifest } = rest;
  return {
    operator: {
      apiVersion: KUDO_API_VERSION,
      kind: 'Operator',
      metadata: { name },
      spec: optional({ description, kudoVersion, kubernetesVersion, maintainers, url, namespaceManifest }),
    },
    version: {
      apiVersion: KUDO_API_VERSION,
      kind: 'OperatorVersion',
      metadata: {
        name: operatorVersionName({ operator: name, version: operatorVersion, appVersion }),
        annotations: {
          [PARAMETER_FORM_ANNOTATION]: JSON.stringify(packageForm(read)),
          ...(needed === undefined ? {} : { [NEEDED_OPERATORS_ANNOTATION]: needed }),
        },
      },
      spec: {
        operator: { name },
        version: operatorVersion,
        ...optional({ appVersion }),
        templates: Object.fromEntries([...read.templates].map(([key, { text }]) => [key, text])),
        tasks,
        parameters: packageParameters(read),
        plans,
      },
    },
  };
}

/** Parameters as the OperatorVersion keeps them. */
export function packageParameters(read: KudoPackage): KudoParameter[] {
  return read.parameters.map(
    ({
      group: _group,
      advanced: _advanced,
      hint: _hint,
      defaultWritten: _default,
      enumWritten: _enum,
      ...kept
    }) => kept,
  );
}

/** What is said of parameters for their form alone. */
export function packageForm({ groups, parameters }: KudoPackage): ParameterForm {
  const entries = parameters.flatMap(({ name, group, advanced, hint }) => {
    const said = optional({ group, advanced, hint });
    return Object.keys(said).length === 0 ? [] : [[name, said] as const];
  });
  return { groups: [...groups], parameters: Object.fromEntries(entries) };
}
