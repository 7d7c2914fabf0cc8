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
  const load = (locale: Locale): Promise<Content> => {
    const known = asked.get(locale);
    if (known !== undefined) return known;
    const found = ask(locale).then(
      (content) => {
        // What React reads of a promise that has ended: whoever asks from now on waits for nothing.
        const told: Partial<FulfilledReactPromise<Content>> = found;
        told.status = 'fulfilled';
        told.value = content;
        return content;
      },
      (error: unknown) => {
        asked.delete(locale);
        throw error;
      },
    );
    asked.set(locale, found);
    return found;
  };
  // Each time, in whatever state: a component that waited is rendered again with the same calls.
  return { load, use: (locale) => use(load(locale)) };
}
