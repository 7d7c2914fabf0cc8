/** The objects of one list, and how the stream changes them: for a tab, and for the hub that serves all tabs. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import type { TableColumn, WatchMessage } from '#lib/k8s/watch-stream.ts';

export interface ListContent {
  /** By `namespace/name`; absent before the first snapshot. */
  objects?: Map<string, KubeObject>;
  /** Of the view `table`. */
  columns?: readonly TableColumn[] | undefined;
  /** Pieces of a snapshot under way; not shown before it is complete. */
  parts?: readonly KubeObject[];
  /** Where to resume. */
  position?: string;
}

export type ContentMessage = Extract<WatchMessage, { type: 'snapshot' | 'part' | 'event' }>;

export function isContent(message: WatchMessage): message is ContentMessage {
  return message.type === 'snapshot' || message.type === 'part' || message.type === 'event';
}

/** Changes `content`, the map of its objects included. */
export function takeContent(content: ListContent, message: ContentMessage): void {
  switch (message.type) {
    case 'part':
      content.parts = [...(message.index === 0 ? [] : (content.parts ?? [])), ...message.items];
      return;
    case 'snapshot': {
      const before = (message.parts ?? 0) > 0 ? (content.parts ?? []) : [];
      content.objects = new Map([...before, ...message.items].map((item) => [keyOf(item), item]));
      content.columns = message.columns;
      delete content.parts;
      content.position = message.resourceVersion;
      return;
    }
    case 'event': {
      const objects = (content.objects ??= new Map<string, KubeObject>());
      for (const { type, object } of message.events) {
        if (type === 'DELETED') objects.delete(keyOf(object));
        else objects.set(keyOf(object), object);
      }
      content.position = message.resourceVersion;
    }
  }
}
