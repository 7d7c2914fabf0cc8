/**
 * Loads texts where they are needed: a group is one script for each language, which the browser keeps. Next's build finds
 * the folders of the languages; `with` names the files that come along in the script (`compile-loader.mjs`).
 */
import { use, type FulfilledReactPromise } from 'react';
import type { en } from './en.ts';
import { PSEUDO } from './locales.ts';
import type { Locale } from './locales.ts';
import type { Phrases } from './phrases.ts';

/** Texts by the file that they stand in. */
export type Texts = { readonly [File in keyof typeof en]?: (typeof en)[File] };

/** What a script of a folder holds. */
type Script<Content> = (folder: string) => Promise<{ readonly default: Content }>;

/** What is loaded once for each language. */
export interface Lazy<Content> {
  /** The same promise each time; rejects, and may be asked again, when a script does not arrive. */
  readonly load: (locale: Locale) => Promise<Content>;
  /** For components: what is inside waits for it. */
  readonly use: (locale: Locale) => Content;
}

/** A group of a language is the script that `script` imports of its folder. */
export function textGroup(script: Script<Texts>): Lazy<Texts> {
  const plain = async (folder: string): Promise<Texts> => (await script(folder)).default;
  const strange = async (): Promise<Texts> => (await import('./pseudo.ts')).pseudo(await plain('en'));
  return onceEach((locale) => (locale === PSEUDO ? strange() : plain(locale)));
}

/** What every page needs; the groups of some pages are in `groups.ts`. */
export const sharedTexts = textGroup(
  (folder) => import(`./${folder}/shell.json?with=app,catalog,changes,olm,ui`),
);

const problems = textGroup((folder) => import(`./${folder}/problems.json?with=`));

/** The texts of the codes of problems, which come in English: English needs none. */
export const sharedProblems = onceEach(async (locale): Promise<Texts> =>
  locale === 'en' ? {} : problems.load(locale),
);

const phrases: Script<Phrases> = (folder) => import(`./${folder}/phrases.json`);

/** Sentences of the cluster, by their English text; English has none. */
export const sharedPhrases = onceEach(async (locale): Promise<Phrases> => {
  if (locale === 'en') return {};
  if (locale !== PSEUDO) return (await phrases(locale)).default;
  const { pseudoPhrases } = await import('./pseudo.ts');
  return pseudoPhrases(Object.keys((await phrases('de')).default));
});

function onceEach<Content>(ask: (locale: Locale) => Promise<Content>): Lazy<Content> {
  const asked = new Map<Locale, Promise<Content>>();
  const awaited = new Map<Locale, Promise<Content>>();
  const here = new Set<Locale>();
  const load = (locale: Locale): Promise<Content> => {
    const known = asked.get(locale);
    if (known !== undefined) return known;
    const found = telling(ask(locale));
    asked.set(locale, found);
    found.then(
      () => here.add(locale),
      () => asked.delete(locale),
    );
    return found;
  };
  const arrival = (locale: Locale): Promise<Content> => {
    if (here.has(locale) || typeof window === 'undefined') return load(locale);
    const known = awaited.get(locale) ?? telling(untilItCame(() => load(locale)));
    awaited.set(locale, known);
    return known;
  };
  // The same promise each time, in whatever state: a component that waited is rendered again with the same calls.
  return { load, use: (locale) => use(arrival(locale)) };
}

/**
 * A component cannot go on without its texts. Were it told that they did not arrive, React would render it again at once,
 * ask again, and so on without a pause for as long as the console is away.
 */
async function untilItCame<Content>(load: () => Promise<Content>): Promise<Content> {
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, 4_000)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** With what React reads of a promise that has ended: whoever asks from then on waits for nothing. */
function telling<Content>(promise: Promise<Content>): Promise<Content> {
  const told: Promise<Content> & Partial<FulfilledReactPromise<Content>> = promise.then((value) => {
    told.status = 'fulfilled';
    told.value = value;
    return value;
  });
  return told;
}
