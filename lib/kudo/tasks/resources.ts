/** The objects that a task is about: rendered, read, moved to versions that are served, enhanced (KUDO 61, 64). */
import { isJsonObject } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import type { ReachedLimit } from '../../base/reached-limit.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { isManifest, parseApiVersion } from '../../k8s/object.ts';
import type { TaskOutcome, TaskPlace } from '../plan/decision.ts';
import { UnreadableYaml } from '../yaml/nodes.ts';
import { movedObject } from './api-moves.ts';
import { enhanced } from './enhance.ts';
import { withRestartHash } from './restart-hash.ts';
import type { TaskWorld } from './world.ts';

/** What was made of the templates, in the order of the task and of each file; `notes` for people. */
export interface TaskObjects {
  objects: readonly KubeObject[];
  notes: readonly string[];
}

type Fatal = Extract<TaskOutcome, { kind: 'fatal' }>;

function fatal(reason: Fatal['reason'], message: string): Fatal {
  return { kind: 'fatal', reason, message };
}

/** How a task takes what its templates hold. */
export interface ReadingRules {
  /** Kinds that nobody serves are an error, or left out where they cannot be there anyway (KUDO 65). */
  unknownKinds: 'fatal' | 'dropped';
  /** What an object is called that has no name; without it, each needs one. */
  unnamed?: string;
}

/** Of these templates, or why they cannot be had. */
export function taskObjects(
  files: readonly string[],
  place: TaskPlace,
  world: TaskWorld,
  { unknownKinds, unnamed }: ReadingRules,
): TaskObjects | Fatal {
  const objects: KubeObject[] = [];
  const notes: string[] = [];
  for (const file of files) {
    const rendered = world.render(file, place);
    if ('problem' in rendered) return fatal('TaskRenderingError', rendered.problem);
    const read = readObjects(rendered.text, file, world.readYaml, unnamed);
    if ('kind' in read) return read;
    for (const object of read.objects) {
      const placed = served(object, place, world);
      if (placed?.problem !== undefined && unknownKinds === 'fatal')
        return fatal('TaskEnhancementError', placed.problem);
      if (placed !== undefined) {
        objects.push(placed.object);
        notes.push(...placed.notes);
      } else if (unknownKinds === 'fatal') return missingKind(object);
    }
  }
  return { objects: objects.map((object) => withRestartHash(object, objects, world.find)), notes };
}

function missingKind({ apiVersion, kind }: KubeObject): Fatal {
  const { group, version } = parseApiVersion(apiVersion);
  const gvk = `${group}/${version}, Kind=${kind}`;
  return fatal('TaskEnhancementError', `a resource with GVK ${gvk} seems to be missing in API resource list`);
}

/** The documents of a text, each as text. */
export function yamlDocuments(text: string): string[] {
  return `\n${text}`.split('\n---');
}

/** Objects of one text; documents that are empty or only comments are no objects. @param unnamed as in `ReadingRules` */
export function readObjects(
  text: string,
  file: string,
  readYaml: TaskWorld['readYaml'],
  unnamed?: string,
): { objects: KubeObject[] } | (Fatal & { limit?: ReachedLimit }) {
  const objects: KubeObject[] = [];
  for (const document of yamlDocuments(text)) {
    let value: unknown;
    try {
      value = readYaml(document);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const limit = error instanceof UnreadableYaml ? error.limit : undefined;
      const failed = fatal('TaskRenderingError', `failed to parse template ${file}: ${why}`);
      return { ...failed, ...optional({ limit }) };
    }
    if (value === undefined || value === null) continue;
    const named = unnamed === undefined ? value : withName(value, unnamed);
    if (!isManifest(named))
      return fatal(
        'TaskRenderingError',
        `failed to parse template ${file}: no object with apiVersion, kind and metadata.name`,
      );
    objects.push(named);
  }
  return { objects };
}

/** Pods of Pipe tasks may have none: they get one from where they run (KUDO 69). */
function withName(value: unknown, name: string): unknown {
  if (!isJsonObject(value)) return value;
  const metadata = value['metadata'] ?? {};
  return isJsonObject(metadata) ? { ...value, metadata: { name, ...metadata } } : value;
}

function served(
  object: KubeObject,
  place: TaskPlace,
  world: TaskWorld,
): { object: KubeObject; notes: readonly string[]; problem?: string } | undefined {
  const scope = world.scopeOf(object.apiVersion, object.kind);
  if (scope !== undefined) return { object: enhanced(object, scope, place, world), notes: [] };
  const moved = movedObject(object);
  const movedScope = moved && world.scopeOf(moved.object.apiVersion, moved.object.kind);
  if (moved === undefined || movedScope === undefined) return undefined;
  return {
    object: enhanced(moved.object, movedScope, place, world),
    notes: [moved.warning],
    ...(moved.problem === undefined ? {} : { problem: moved.problem }),
  };
}
