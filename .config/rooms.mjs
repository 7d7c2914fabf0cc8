/**
 * The rooms of the tree and their doors: who may import whom. This table is the design; the checks are made from it.
 *
 * `allow` lists what a room may import besides itself: a folder and all below it, or a file when it has an extension.
 * A row is about its folder without the folders that have rows of their own (`lib` is about `lib/urls.ts`, not about
 * `lib/olm/content/graph.ts`).
 */

/** Everything we wrote lives under one of these. */
export const ROOTS = ['app', 'components', 'lib', 'messages', 'server', 'local', 'examples', 'e2e', 'bench'];

/** What web and its read models may know of catalogs: the client of the catalog service and its shapes. */
const CATALOG_CLIENT = ['server/catalog/service/client.ts', 'server/catalog/types.ts'];

/**
 * Components that every feature may use: primitives, live data, the frame of pages about objects, how operators and their
 * states look, the editor, the form. All other folders of `components/` are features and do not cross.
 */
export const SHARED_COMPONENTS = ['ui', 'data', 'frame', 'olm', 'yaml', 'schema-form'];

/** The storeys of `lib/olm`, lowest first: each stands on those before it. */
const OLM = [
  ...['api', 'content', 'resolver', 'plan', 'subscription', 'search'],
  ...['sources', 'tenancy', 'views', 'csv', 'observed', 'why', 'removal', 'foresight'],
];

/** Those of `lib/kudo`. */
const KUDO = [
  ...['api', 'yaml', 'package', 'parameters', 'admission', 'health', 'plan', 'tasks'],
  ...['verify', 'repository', 'views'],
];

/** Those of `lib/schema-form`. */
const SCHEMA_FORM = [...['schema', 'text', 'formats', 'validate'], ...['rules', 'layout', 'editor', 'desk']];

/**
 * A row for each folder of a room: it may import those before it, and what the room may. Its tests may put storeys together.
 * @param {string} room @param {readonly string[]} folders @param {readonly string[]} allow
 * @param {readonly string[]} tests what its tests may import besides
 */
function storeys(room, folders, allow, tests = []) {
  return folders.map((folder, index) => ({
    room: `${room}/${folder}`,
    allow: [...folders.slice(0, index).map((below) => `${room}/${below}`), ...allow],
    tests: [room, ...tests],
  }));
}

/**
 * e2e and bench have no row: they may import anything, and nobody imports them.
 * @type {{ room: string, allow: string[], tests?: string[] }[]}
 */
export const ROOMS = [
  { room: 'app', allow: ['components', 'lib', 'messages', 'server/queries', 'server/routes'] },

  // `messages` is the catalogue of texts: its types for those that pass translators on, its files for tests.
  { room: 'messages', allow: [] },

  { room: 'components/ui', allow: ['messages'] },
  { room: 'components/data', allow: ['lib', 'messages'] },
  {
    // What every page about objects has, whatever they are of: nothing of OLM.
    room: 'components/frame',
    allow: [
      ...['components/ui', 'components/data', 'lib/base', 'lib/k8s', 'messages'],
      ...['access', 'access-role', 'access-rules', 'session', 'urls'].map((file) => `lib/${file}.ts`),
    ],
  },
  {
    room: 'components/olm',
    allow: ['components/ui', 'components/data', 'components/frame', 'lib', 'messages'],
  },
  { room: 'components/yaml', allow: ['components/ui', 'lib', 'messages'] },
  { room: 'components/schema-form', allow: ['components/ui', 'components/yaml', 'lib', 'messages'] },
  {
    room: 'components',
    allow: [...SHARED_COMPONENTS.map((shared) => `components/${shared}`), 'lib', 'messages'],
  },

  { room: 'lib', allow: ['lib/base', 'lib/k8s', 'lib/olm'] },
  { room: 'lib/base', allow: [] },
  { room: 'lib/k8s', allow: ['lib/base'] },
  { room: 'lib/templates', allow: ['lib/base'] },
  ...storeys('lib/olm', OLM, ['lib/base', 'lib/k8s']),
  ...storeys('lib/schema-form', SCHEMA_FORM, ['lib/base', 'lib/k8s']),
  // Their tests look at parameters through the forms that edit them.
  ...storeys('lib/kudo', KUDO, ['lib/base', 'lib/k8s', 'lib/templates'], ['lib/schema-form']),
  { room: 'lib/testing', allow: ['lib'] },

  { room: 'server/kube', allow: ['lib'] },
  { room: 'server/watchdog', allow: [] },
  { room: 'server/auth', allow: ['server/kube', 'lib'] },
  { room: 'server/catalog', allow: ['server/kube', 'lib'] },
  { room: 'server/install', allow: ['server/catalog', 'server/kube', 'lib'] },
  {
    // Of installs only what is about no kind: events, and which errors pass.
    room: 'server/kudo',
    allow: [
      ...['events', 'limiter', 'transient', 'world'].map((file) => `server/install/${file}.ts`),
      ...['server/catalog', 'server/kube', 'lib'],
    ],
  },
  { room: 'server/queries', allow: ['server/auth', ...CATALOG_CLIENT, 'server/kube', 'lib'] },
  { room: 'server/routes', allow: ['server/queries', 'server/auth', 'server/kube', 'lib'] },
  {
    room: 'server/web',
    allow: [
      ...['server/routes', 'server/queries', 'server/auth', ...CATALOG_CLIENT, 'server/kube'],
      // The texts of the page that signs in; all others are put into words in the browser's components.
      ...['server/watchdog', 'lib', 'messages'],
    ],
  },
  {
    room: 'server/controller',
    allow: ['server/catalog', 'server/install', 'server/kudo', 'server/kube', 'server/watchdog', 'lib'],
  },

  {
    // What authors of packages do is what the controller does with them.
    room: 'local/kudo',
    allow: [
      ...['server/catalog/read/package-archive.ts', 'server/catalog/store/write-whole.ts'],
      ...['local/test/plain.ts', 'lib'],
    ],
  },
  {
    room: 'local',
    // Of the console: what it reads on the way to a cause, and the words for that.
    allow: ['server/kube', 'server/queries/why.ts', 'server/web/enter.ts', 'lib', 'messages/en/why.json'],
    tests: ['server/install', 'messages'],
  },
  { room: 'examples', allow: ['server/kube', 'lib'] },
];

/**
 * What tests of any room may import on top: builders and real clusters. What a room has for tests of its own and of those
 * that may import it lies in a folder `testing` inside it; no product code imports from any of them.
 */
export const FOR_TESTS = ['lib/testing', 'local/testing'];
