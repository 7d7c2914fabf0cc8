/**
 * Loads texts where they are needed: a group is one script for each language, which the browser keeps. Next's build finds
 * the folders of the languages; `with` names the files that come along in the script (`compile-loader.mjs`).
 */
import { use } from 'react';
import type { en } from './en.ts';
import { PSEUDO } from './locales.ts';
import type { Locale } from './locales.ts';
import type { Phrases } from './phrases.ts';

/** Texts by the file that they stand in, of the groups that were loaded. */
export type Texts = { readonly [File in keyof typeof en]?: (typeof en)[File] };

interface Loaded {
  readonly texts: Texts;
  /** What sentences of the cluster are called; absent where they stay as they are. */
  readonly phrases?: Phrases | undefined;
}

type Script<Content> = (folder: string) => Promise<{ readonly default: Content }>;

/** What is loaded together: `shared` is for every page, the others for some. */
const GROUPS = {
  shared: (folder) => import(`./${folder}/shell.json?with=app,catalog,changes,olm,operators,plans,ui`),
  forms: (folder) => import(`./${folder}/instances.json?with=data-objects,schema-form`),
  packages: (folder) => import(`./${folder}/packages.json?with=rights`),
  resolutions: (folder) => import(`./${folder}/resolution.json?with=subscriptions`),
  reviews: (folder) => import(`./${folder}/reviews.json?with=rights,schema-form`),
  sources: (folder) => import(`./${folder}/sources.json?with=data-objects`),
  upgrades: (folder) => import(`./${folder}/upgrades.json?with=`),
} satisfies Readonly<Record<string, Script<Texts>>>;

/** Sentences of the cluster, by their English text. */
const PHRASES: Script<Phrases> = (folder) => import(`./${folder}/phrases.json`);

export type TextGroup = keyof typeof GROUPS;

const loading = new Map<string, Promise<Loaded>>();
const ready = new Map<string, Loaded>();

/** The texts of a group; what is inside waits for them. */
export function useTexts(group: TextGroup, locale: Locale): Loaded {
  return ready.get(keyOf(group, locale)) ?? use(loadTexts(group, locale));
}

/** The same promise each time; rejects, and may be asked again, when a script does not arrive. */
export function loadTexts(group: TextGroup, locale: Locale): Promise<Loaded> {
  const key = keyOf(group, locale);
  const known = loading.get(key);
  if (known !== undefined) return known;
  const asked = (locale === PSEUDO ? strange(group) : plain(group, locale)).then(
    (loaded) => {
      ready.set(key, loaded);
      return loaded;
    },
    (error: unknown) => {
      loading.delete(key);
      throw error;
    },
  );
  loading.set(key, asked);
  return asked;
}

function keyOf(group: TextGroup, locale: Locale): string {
  return `${group} ${locale}`;
}

async function plain(group: TextGroup, folder: string): Promise<Loaded> {
  const script: Script<Texts> = GROUPS[group];
  const [{ default: texts }, phrases] = await Promise.all([
    script(folder),
    group === 'shared' ? phrasesOf(folder) : undefined,
  ]);
  return { texts, phrases };
}

/** English has none: it is the key. */
async function phrasesOf(folder: string): Promise<Phrases | undefined> {
  return folder === 'en' ? undefined : (await PHRASES(folder)).default;
}

async function strange(group: TextGroup): Promise<Loaded> {
  const [{ texts }, { pseudo, pseudoPhrases }, known] = await Promise.all([
    loadTexts(group, 'en'),
    import('./pseudo.ts'),
    phrasesOf('de'),
  ]);
  // The same tree with other texts.
  return { texts: pseudo(texts), phrases: pseudoPhrases(Object.keys(known ?? {})) };
}
