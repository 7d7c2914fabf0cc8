/** A package of one's own tasks, short enough to be written in a test. */
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { filesOf } from '#lib/testing/kudo-package.ts';

/** What it is made of: tasks as YAML behind `kind:`, plans as names of steps, each with one task of its name. */
export interface SmallPackage {
  name: string;
  version?: string;
  /** Of `operator.yaml`. */
  annotations?: Readonly<Record<string, string>>;
  tasks: Readonly<Record<string, string>>;
  plans: Readonly<Record<string, readonly string[]>>;
  /** Lines of a list. */
  parameters?: readonly string[];
  templates?: Readonly<Record<string, string>>;
}

/** The template of a ConfigMap; `data` is a map of YAML in one line. */
export function configMap(name: string, data = '{a: b}'): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: ${data}\n`;
}

/** Plans are serial, in one phase. */
export function smallPackage(small: SmallPackage): PackageFiles {
  const { name, version = '1.0.0', annotations = {}, tasks, plans, parameters = [], templates = {} } = small;
  const lines = [
    'apiVersion: kudo.dev/v1beta1',
    `name: ${name}`,
    `operatorVersion: ${version}`,
    'kubernetesVersion: 1.17.0',
    `annotations: ${JSON.stringify(annotations)}`,
    'tasks:',
    ...Object.entries(tasks).map(([task, rest]) => `  - {name: ${task}, ${rest}}`),
    'plans:',
    ...Object.entries(plans).flatMap(([plan, steps]) => [
      `  ${plan}:`,
      '    strategy: serial',
      '    phases:',
      '      - name: main',
      '        strategy: serial',
      '        steps:',
      ...steps.map((step) => `          - {name: ${step}, tasks: [${step}]}`),
    ]),
  ];
  return filesOf({
    'operator.yaml': `${lines.join('\n')}\n`,
    'params.yaml': `apiVersion: kudo.dev/v1beta1\nparameters: [${parameters.join(', ')}]\n`,
    ...Object.fromEntries(Object.entries(templates).map(([file, text]) => [`templates/${file}`, text])),
  });
}
