/**
 * The keys that seal sessions, from the files of a mounted Secret: the first seals, all open. So a key is rotated by
 * putting a new one before it, and taking the old one out once no session of it can be left.
 */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;
/** A Secret that is changed reaches the files of a pod within a minute; a look costs next to nothing. */
const LOOK_MS = 5_000;

/** Never empty; always the same object while nothing changes. */
export type KeyRing = () => readonly KeyObject[];

/** What is wrong with the keys, in words for whoever made them. It holds nothing of them. */
export class SessionKeysError extends Error {
  override readonly name = 'SessionKeysError';
}

/** Of this process alone: sessions end with it, and other replicas know nothing of them. */
export function ownKeys(): KeyRing {
  const keys = [createSecretKey(randomBytes(KEY_BYTES))];
  return () => keys;
}

/**
 * Keys of all files of a folder, in the order of their names. Read again when they change; what cannot be read then leaves
 * the keys as they were.
 * @throws SessionKeysError when they cannot be read at first
 */
export function keysInFolder(folder: string, onProblem: (error: unknown) => void): KeyRing {
  let stamp = stampOf(folder);
  let keys = readKeys(folder);
  let lookedAt = performance.now();
  return () => {
    if (performance.now() - lookedAt < LOOK_MS) return keys;
    lookedAt = performance.now();
    const now = stampOf(folder);
    if (now === stamp) return keys;
    try {
      keys = readKeys(folder);
      stamp = now;
    } catch (error) {
      onProblem(error);
    }
    return keys;
  };
}

function readKeys(folder: string): KeyObject[] {
  const files = filesOf(folder);
  const keys = files.flatMap((file) =>
    parseKeys(readFileSync(join(folder, file), 'utf8'), join(folder, file)),
  );
  if (keys.length === 0) throw new SessionKeysError(`${folder} holds no session keys. ${HOW}`);
  return keys;
}

const HOW =
  'Each line of a file is a key: 32 random bytes in base64, as `head -c 32 /dev/urandom | base64` makes them.';

/** @throws SessionKeysError naming file and line */
export function parseKeys(text: string, file: string): KeyObject[] {
  return text.split('\n').flatMap((line, index) => {
    const key = line.trim();
    if (key === '') return [];
    const bytes = Buffer.from(key, 'base64');
    if (!/^[A-Za-z0-9+/_-]+=*$/.test(key) || bytes.length !== KEY_BYTES)
      throw new SessionKeysError(`${file}, line ${String(index + 1)}, is not a session key. ${HOW}`);
    return [createSecretKey(bytes)];
  });
}

/** A mounted Secret has folders and links of the kubelet's own beside its files; their names begin with dots. */
function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    throw new SessionKeysError(
      `${folder} cannot be read. It should be the folder where the Secret with the session keys is mounted.`,
    );
  }
}

function stampOf(folder: string): string {
  try {
    return filesOf(folder)
      .map((name) => {
        const { ino, mtimeMs, size } = statSync(join(folder, name));
        return `${name}:${String(ino)}:${String(mtimeMs)}:${String(size)}`;
      })
      .join();
  } catch {
    return '';
  }
}
