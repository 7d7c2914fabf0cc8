/** What the console itself says of a request that failed: a code, and what its sentence needs. */

/** The texts are in `problems.json` of each language. */
export type ConsoleProblem =
  /** `right` as `describeCheck` writes it. */
  | { code: 'denied'; values: { right: string } }
  /** The console answered with nothing but a status. */
  | { code: 'answered'; values: { status: number } }
  | { code: 'bundleUnreadable'; values: { why: string } }
  | { code: 'listsTooLarge'; values: { megabytes: number } }
  | { code: 'objectTooLarge'; values: { bytes: number } }
  | { code: 'ownTabs'; values: { tabs: number } }
  | { code: PlainProblem };

/** Those whose sentence needs nothing. */
type PlainProblem =
  | 'bundlePulling'
  | 'catalogsUnavailable'
  | 'catalogsUnchecked'
  | 'gitops'
  | 'internal'
  | 'notInCatalogs'
  | 'notListed'
  | 'readOnly'
  | 'rejected'
  | 'serviceBroken'
  | 'serviceBusy'
  | 'serviceRefused'
  | 'serviceUnreachable'
  | 'sessionEnded'
  | 'starting'
  | 'stepNotShown'
  | 'tooManyLists'
  | 'tooManyTabs'
  | 'tooManyWatches'
  | 'unchecked'
  | 'unexpected'
  | 'unnamed'
  | 'unreachable'
  | 'versionNotInCatalogs'
  | 'whatIfTooOften';

/** As it travels: `message` is the same in English, for whoever reads answers without a console. */
export type ProblemFields = ConsoleProblem & { message: string };

const SENTENCES: Readonly<Record<ConsoleProblem['code'], string>> = {
  answered: 'The console answered {status}.',
  bundlePulling: 'The image of this version is still being pulled. Look again in a moment.',
  bundleUnreadable: 'The bundle of this version cannot be read: {why}.',
  catalogsUnavailable: 'Catalogs unavailable.',
  catalogsUnchecked: 'Could not check which catalogs you can access. Retrying shortly.',
  denied: 'You don’t have permission to {right}.',
  gitops: 'This console is in GitOps mode: commit the YAML to make changes.',
  internal: 'Something went wrong in the console.',
  listsTooLarge:
    'Your tabs follow more than {megabytes} MB of lists, so this one is not loaded. Close some of them, or select a namespace; the list loads automatically as soon as there is room.',
  notInCatalogs: 'No catalog that you can see has this.',
  notListed: 'Could not load the list.',
  objectTooLarge: 'The object is larger than {bytes} bytes.',
  ownTabs: 'You have {tabs} tabs open on this console. Close some of them.',
  readOnly: 'This console is read-only.',
  rejected: 'The API server rejected the request.',
  serviceBroken:
    'Unexpected response from the catalog service. Check that the console and the controller have the same version.',
  serviceBusy: 'The catalog service has too much to do. Try again in a moment.',
  serviceRefused:
    'The catalog service does not trust this console: both need the same CAPSTAN_CATALOG_SECRET.',
  serviceUnreachable: 'The catalog service is not responding. Check that the Capstan controller is running.',
  sessionEnded: 'Your session has ended.',
  starting: 'The console is starting.',
  stepNotShown: 'What this step brings cannot be shown.',
  tooManyLists: 'Too many lists are open in this browser. Close some tabs of the console.',
  tooManyTabs: 'Too many tabs are open on this console. Close one, or wait.',
  tooManyWatches: 'Your tabs follow too many different lists. Close some of them.',
  unchecked: 'Could not check your permissions.',
  unexpected: 'Unexpected response from the cluster.',
  unnamed: 'The object has no name.',
  unreachable: 'The console is not reachable. The console may have been stopped, or the connection lost.',
  versionNotInCatalogs: 'No catalog that you can see has this version.',
  whatIfTooOften: 'You ask too often what would happen. Wait a moment.',
};

/** Adds the English sentence. */
export function withMessage(problem: ConsoleProblem): ProblemFields {
  const values: Readonly<Record<string, string | number>> = 'values' in problem ? problem.values : {};
  const message = SENTENCES[problem.code].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  );
  return { ...problem, message };
}
