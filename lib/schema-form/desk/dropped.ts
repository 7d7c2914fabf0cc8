/** What is in text that was dropped, pasted or read from a file: YAML with any number of documents, or JSON. */
import { parseApiVersion, type Resource } from '../../k8s/object.ts';
import { openDocument, renderYaml } from '../text/document.ts';
import { splitDocuments } from '../text/documents.ts';
import { type Dictionary, isDictionary, isList } from '../schema/path.ts';

/** One document as YAML, with the type that it names. */
export interface DroppedDocument {
  readonly text: string;
  /** Empty where the text does not say. */
  readonly apiVersion: string;
  readonly kind: string;
}

/** Every document, as written; JSON comes out as YAML, and a list of objects as its objects. */
export function documentsIn(text: string): DroppedDocument[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const json = fromJson(clean);
  const parts = json ?? yamlIn(clean);
  return parts.flatMap((part) => {
    const { value, problem } = openDocument(part);
    const object = isDictionary(value) && problem === undefined ? value : {};
    return isListKind(object)
      ? object.items.map((item) => described(renderYaml(item), item))
      : [described(part, object)];
  });
}

function fromJson(text: string): string[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (isList(parsed)) return parsed.map(renderYaml);
    // Read as YAML, integers keep all their digits.
    const { value, problem } = openDocument(text);
    return [renderYaml(problem === undefined ? value : parsed)];
  } catch {
    return undefined;
  }
}

/** Comments that stand between documents go with the one that follows. */
function yamlIn(text: string): string[] {
  return splitDocuments(text).pieces.map(({ before, text: piece }) => {
    const comments = before.split('\n').filter((line) => line.startsWith('#'));
    return [...comments, piece].join('\n');
  });
}

function isListKind(object: Dictionary): object is { items: Dictionary[] } {
  const { kind, items } = object;
  return typeof kind === 'string' && kind.endsWith('List') && isList(items) && items.every(isDictionary);
}

function described(text: string, object: Dictionary): DroppedDocument {
  const word = (field: string): string => (typeof object[field] === 'string' ? object[field] : '');
  return { text, apiVersion: word('apiVersion'), kind: word('kind') };
}

/** Whether a document is of the type, in any of its versions. */
export function isOfType({ apiVersion, kind }: DroppedDocument, type: Resource): boolean {
  return kind === type.kind && parseApiVersion(apiVersion).group === type.group;
}

/**
 * The resource type that objects of the kind belong to, from the API server's list for their group and version
 * (`APIResourceList`); undefined when the cluster does not have it.
 */
export function resourceOfKind(list: unknown, apiVersion: string, kind: string): Resource | undefined {
  const entries =
    isDictionary(list) && isList(list['resources']) ? list['resources'].filter(isDictionary) : [];
  const found = entries.find((entry) => entry['kind'] === kind && !String(entry['name']).includes('/'));
  const plural = found?.['name'];
  if (typeof plural !== 'string') return undefined;
  return { ...parseApiVersion(apiVersion), plural, kind, namespaced: found?.['namespaced'] === true };
}
