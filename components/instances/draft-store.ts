/**
 * Drafts in the browser's storage. Each page keeps its own, under a key of its own that it holds a lock on while it
 * lives, so pages never overwrite each other and only drafts of pages that are gone are offered.
 */
import { DRAFT_LIMIT, type TextDraft, readDraft } from '#lib/schema-form/desk/drafts.ts';

const PREFIX = 'capstan.draft:';
const MOST = 20;

export interface KeptDraft {
  readonly key: string;
  readonly draft: TextDraft;
}

/** `place`: whose draft of what; JSON, so that no two places share a beginning. */
export function keyOfDraft(place: readonly string[], page: string): string {
  return `${PREFIX}${JSON.stringify(place)}${page}`;
}

/** The newest draft of the place that no living page works on. Drafts that are too old or too many go. */
export async function findDraft(place: readonly string[]): Promise<KeptDraft | undefined> {
  const beginning = keyOfDraft(place, '');
  const kept = tidy().filter(({ key }) => key.startsWith(beginning));
  const held = await heldKeys();
  return kept.find(({ key }) => !held.has(key)) ?? leftBehind(kept[0]?.key);
}

/** A page that is being left holds its draft for a moment longer than it is seen. */
const GOING_MS = 2_000;

/** The draft, once its page has let go of it; undefined when that lives on. */
async function leftBehind(wanted: string | undefined): Promise<KeptDraft | undefined> {
  if (wanted === undefined) return undefined;
  try {
    return await navigator.locks.request(wanted, { signal: AbortSignal.timeout(GOING_MS) }, () =>
      tidy().find(({ key }) => key === wanted),
    );
  } catch {
    return undefined;
  }
}

/** All drafts, the newest first. Storage that the browser refuses has none. */
function tidy(): KeptDraft[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const drafts = keys.map((key) => ({ key, draft: readDraft(localStorage.getItem(key), Date.now()) }));
    const good = drafts
      .filter((one): one is KeptDraft => one.draft !== undefined)
      .sort((left, right) => right.draft.savedAt - left.draft.savedAt)
      .slice(0, MOST);
    const goodKeys = new Set(good.map(({ key }) => key));
    for (const key of keys) if (!goodKeys.has(key)) localStorage.removeItem(key);
    return good;
  } catch {
    return [];
  }
}

/** Without locks, as on plain http, every draft counts as nobody's. */
async function heldKeys(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}

/** Until the function that it gives is called, the draft is somebody's. */
export function holdDraft(key: string): () => void {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  if ('locks' in navigator) void navigator.locks.request(key, () => released);
  return () => letGo();
}

/** Whether it is kept now. */
export function keepDraft(key: string, draft: Omit<TextDraft, 'savedAt'>): boolean {
  try {
    const text = JSON.stringify({ ...draft, savedAt: Date.now() }, (_key, part: unknown) =>
      typeof part === 'bigint' ? Number(part) : part,
    );
    if (text.length > 2 * DRAFT_LIMIT || draft.text.length > DRAFT_LIMIT) return false;
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be stored there is nothing to drop.
  }
}
