/** A package as its page in the catalog shows it, before anything of it is in the cluster. Reads what an author wrote; nothing throws. */
import { optional } from '../../base/loose.ts';
import type { JsonObject } from '../../base/json.ts';
import { defaultInstanceName } from '../api/names.ts';
import { builtTask } from '../api/task.ts';
import {
  KUDO_API_VERSION,
  type KudoOperatorSpec,
  type KudoOperatorVersion,
  type KudoTask,
  type ParameterForm,
} from '../api/types.ts';
import type { PackageFiles } from '../package/files.ts';
import { packageForm, packageObjects, type PackageObjects } from '../package/objects.ts';
import type { KudoPackage } from '../package/package.ts';
import { verifyFamily } from '../verify/family.ts';
import type { PackageFinding } from '../verify/finding.ts';
import { renderedObjects } from '../verify/rendered-objects.ts';
import { renderedTasks, type RenderedTemplate } from '../verify/rendered-tasks.ts';
import { instanceView, type ParameterView, type PlanView } from './instance-view.ts';

/** Parameters under one heading. */
export interface ParameterGroupView {
  /** Absent for those of no group. */
  title?: string;
  description?: string;
  parameters: readonly ParameterView[];
}

/** A task in a line. */
export interface TaskSummary {
  name: string;
  /** As its author wrote it. */
  kind: string;
  /** Files of templates that it uses. */
  templates: readonly string[];
  /** Of another operator: which one it installs. */
  installs?: DependencyView;
}

/** An operator that a task installs. */
export interface DependencyView {
  /** As the task names it: a name in a repository, a path or an address. */
  reference: string;
  operatorVersion?: string;
  appVersion?: string;
}

/** A template as it was written. */
export interface TemplateView {
  name: string;
  file: string;
  text: string;
}

/** All of a package. */
export interface PackageView extends PackageObjects {
  about: KudoOperatorSpec;
  form: ParameterForm;
  plans: readonly PlanView[];
  groups: readonly ParameterGroupView[];
  tasks: readonly TaskSummary[];
  templates: readonly TemplateView[];
  /** Markdown. */
  readme?: string;
}

/** What can be shown of it, and what `verify` found: without a view it cannot be read at all. */
export interface PackageReading {
  view?: PackageView;
  findings: readonly PackageFinding[];
}

/** @param files from an archive */
export function packageReading(files: PackageFiles): PackageReading {
  const { package: read, findings } = verifyFamily(files, { archived: true });
  return { findings, ...optional({ view: read === undefined ? undefined : viewOf(read, files) }) };
}

function viewOf(read: KudoPackage, files: PackageFiles): PackageView {
  const objects = packageObjects(read);
  const form = packageForm(read);
  const { plans, parameters } = instanceView(
    { apiVersion: KUDO_API_VERSION, kind: 'Instance', metadata: { name: read.operator.name } },
    objects.version,
  );
  return {
    ...objects,
    about: objects.operator.spec,
    form,
    plans,
    groups: groupsOf(parameters, form),
    tasks: read.operator.tasks.map(taskSummary),
    templates: [...read.templates].map(([name, { file, text }]) => ({ name, file, text })),
    ...optional({ readme: readmeOf(files) }),
  };
}

/** By priority, those of no group first; groups without parameters are left out. */
function groupsOf(parameters: readonly ParameterView[], form: ParameterForm): ParameterGroupView[] {
  const groupOf = ({ name }: ParameterView): string | undefined => form.parameters[name]?.group;
  const named = form.groups
    .toSorted((left, right) => Math.sign((left.prio ?? Infinity) - (right.prio ?? Infinity)) || 0)
    .map(({ name, displayName, description }) => ({
      title: displayName ?? name,
      ...optional({ description }),
      parameters: parameters.filter((parameter) => groupOf(parameter) === name),
    }));
  const known = new Set(form.groups.map(({ name }) => name));
  const rest = parameters.filter((parameter) => !known.has(groupOf(parameter) ?? ''));
  return [{ parameters: rest }, ...named].filter((group) => group.parameters.length > 0);
}

function taskSummary(task: KudoTask): TaskSummary {
  const { name, kind } = task;
  const built = builtTask(task);
  if ('problem' in built) return { name, kind, templates: [] };
  const { task: read } = built;
  switch (read.kind) {
    case 'Apply':
    case 'Delete':
    case 'Toggle':
      return { name, kind, templates: read.resources };
    case 'Pipe':
      return { name, kind, templates: [read.pod] };
    case 'KudoOperator': {
      const { package: reference, operatorVersion, appVersion, parameterFile = '' } = read;
      const templates = parameterFile === '' ? [] : [parameterFile];
      return { name, kind, templates, installs: { reference, ...said({ operatorVersion, appVersion }) } };
    }
    case 'Dummy':
      return { name, kind, templates: [] };
  }
}

function said(versions: { operatorVersion?: string | undefined; appVersion?: string | undefined }): {
  operatorVersion?: string;
  appVersion?: string;
} {
  const orNone = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
  return optional({
    operatorVersion: orNone(versions.operatorVersion),
    appVersion: orNone(versions.appVersion),
  });
}

/** Characters of a text beside the package. */
const MOST_README = 200_000;

function readmeOf(files: PackageFiles): string | undefined {
  const name = [...files.keys()].find((path) => /^readme\.md$/i.test(path));
  const bytes = name === undefined ? undefined : files.get(name);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes.subarray(0, MOST_README));
}

/** What one template of a plan would make. */
export interface RenderedView extends RenderedTemplate {
  /** Of its text, as far as they can be read. */
  objects: readonly JsonObject[];
}

/** What a new instance is to be. */
export interface InstanceWish {
  namespace: string;
  /** The operator's default name where it is empty. */
  name: string;
  values: Readonly<Record<string, string>>;
}

/**
 * What plan `plan` of such an instance would make; or why nothing can be rendered with these values. It ends at the template with
 * which all of them go beyond a bound together: the others would say the same.
 */
export function renderedPlan(
  version: KudoOperatorVersion,
  { namespace, name, values }: InstanceWish,
  plan: string,
): { templates: RenderedView[] } | { problem: string } {
  try {
    const templates = renderedTasks({
      ...{ version, namespace, parameters: values, plans: [plan] },
      name: name === '' ? defaultInstanceName(version.spec.operator.name ?? '') : name,
    });
    const over = templates.findIndex(({ limit }) => limit?.bound.startsWith('plan') === true);
    const shown = over < 0 ? templates : templates.slice(0, over + 1);
    return { templates: shown.map((template) => ({ ...template, objects: objectsOf(template) })) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function objectsOf({ text, holds }: RenderedTemplate): JsonObject[] {
  if (text === undefined || holds !== 'objects') return [];
  const read = renderedObjects(text);
  return 'problem' in read ? [] : read.objects;
}
