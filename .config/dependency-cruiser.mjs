/** Import rules for dependency-cruiser, made from the table in rooms.mjs. Run by `.config/imports.mjs`. */
import { FOR_TESTS, ROOMS, ROOTS, SHARED_COMPONENTS } from './rooms.mjs';

const ANY_ROOT = `^(${ROOTS.join('|')})/`;
const TEST = String.raw`\.test\.tsx?$`;
/** Tests that put rooms of the server together. */
const INTEGRATION = String.raw`^server/.*\.int\.test\.ts$`;
/** Folders below one. */
const ANYWHERE = '(?:.+/|)';
/** Code that only tests use; it may use what tests use. */
const TESTING = `${ANY_ROOT}${ANYWHERE}testing/`;

/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

/**
 * `lib/k8s` → everything below it; `server/catalog/service/client.ts` → that file.
 * @param {string} path
 */
function pattern(path) {
  const escaped = path.replaceAll('.', String.raw`\.`);
  return /\.\w+$/.test(path) ? `^${escaped}$` : `^${escaped}/`;
}

/**
 * Rooms inside this one that have rows of their own.
 * @param {string} room
 */
function innerRooms(room) {
  return ROOMS.filter((other) => other.room.startsWith(`${room}/`)).map((other) => pattern(other.room));
}

/**
 * The folder without the rooms inside it.
 * @param {string} room
 */
function itself(room) {
  const inner = ROOMS.filter((other) => other.room.startsWith(`${room}/`)).map((other) =>
    other.room.slice(room.length + 1),
  );
  return inner.length === 0 ? pattern(room) : `^${room}/(?!(${inner.join('|')})/)`;
}

/**
 * @param {typeof ROOMS[number]} row
 * @returns {Rule[]}
 */
function roomRules({ room, allow, tests = [] }) {
  const name = `room-${room.replaceAll('/', '-')}`;
  const comment = `${room} may import ${allow.length === 0 ? 'no other room' : allow.join(', ')}: see .config/rooms.mjs.`;
  const inner = innerRooms(room);
  const notTo = [itself(room), ...allow.map(pattern)];
  const product = {
    path: pattern(room),
    pathNot: [...inner, TEST, TESTING].filter((path) => path !== pattern(room)),
  };
  const to = { path: ANY_ROOT, pathNot: notTo };
  if (room === 'lib/testing')
    return [{ name, severity: 'error', comment, from: { path: pattern(room) }, to }];
  return [
    { name, severity: 'error', comment, from: product, to },
    {
      name: `${name}-tests`,
      severity: 'error',
      comment: `${comment} Its tests may also import ${[...tests, ...FOR_TESTS].join(' and ')}.`,
      from: {
        path: [`${pattern(room)}.*${TEST}`, `${pattern(room)}${ANYWHERE}testing/`],
        pathNot: [...inner, INTEGRATION],
      },
      to: { path: ANY_ROOT, pathNot: [...notTo, ...[...tests, ...FOR_TESTS].map(pattern)] },
    },
  ];
}

/** @type {Rule} */
const integrationTests = {
  name: 'integration-tests',
  severity: 'error',
  comment:
    'An integration test of the server may put its rooms together; it needs neither pages nor samples for that.',
  from: { path: INTEGRATION },
  to: { path: ANY_ROOT, pathNot: ['^server/', '^lib/', ...FOR_TESTS.map(pattern)] },
};

/** @type {Rule} */
const featuresDoNotCross = {
  name: 'features-do-not-cross',
  severity: 'error',
  comment: 'A feature is composed with another one in app/, never imports it.',
  from: {
    path: '^components/([^/]+)/',
    pathNot: SHARED_COMPONENTS.map((shared) => `^components/${shared}/`),
  },
  to: { path: '^components/', pathNot: [`^components/(${SHARED_COMPONENTS.join('|')}|$1)/`] },
};

/** @type {Rule} */
const clientNodeInOneRoom = {
  name: 'client-node-only-in-server-kube',
  severity: 'error',
  comment: 'The Kubernetes client is behind server/kube/types.ts; nobody else sees it.',
  from: { path: ANY_ROOT, pathNot: '^server/kube/' },
  to: { path: 'node_modules/@kubernetes/' },
};

/** @type {Rule[]} */
const libIsPure = [
  {
    name: 'lib-without-node',
    severity: 'error',
    comment: 'lib/ runs in the browser too.',
    from: { path: '^lib/', pathNot: [TEST, TESTING] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'lib-without-react',
    severity: 'error',
    comment: 'lib/ decides; components show.',
    from: { path: '^lib/' },
    to: { path: 'node_modules/(react|react-dom|next)/' },
  },
];

/** @type {Rule} */
const browserWithoutNode = {
  name: 'components-without-node',
  severity: 'error',
  comment: 'components/ is shipped to browsers.',
  from: { path: '^components/', pathNot: TEST },
  to: { dependencyTypes: ['core'] },
};

/** @type {Rule} */
const routeBinders = {
  name: 'route-binders',
  severity: 'error',
  comment: 'A route.ts binds a handler of server/routes to a URL and does nothing else.',
  from: { path: [String.raw`^app/route\.ts$`, String.raw`^app/.*/route\.ts$`] },
  to: { path: ANY_ROOT, pathNot: '^server/routes/' },
};

/** @type {Rule} */
const testingStaysInTests = {
  name: 'testing-only-in-tests',
  severity: 'error',
  comment: 'Folders named testing and test files are for tests, and a soak is one.',
  from: { path: ANY_ROOT, pathNot: [TEST, TESTING, '^(e2e|bench|local/soak)/'] },
  to: { path: [TESTING, TEST] },
};

/** @type {Rule} */
const noDevelopmentPackages = {
  name: 'no-development-packages',
  severity: 'error',
  comment: 'What ships may not need a package that is only installed for development.',
  from: { path: '^(app|components|lib|server|examples)/', pathNot: [TEST, TESTING] },
  to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
};

/** @type {Rule} */
const noCycles = {
  name: 'no-cycles',
  severity: 'error',
  comment: 'Two modules that need each other are one module, or hide a third.',
  from: { path: ANY_ROOT },
  to: { circular: true },
};

/** @type {Rule} */
const allResolve = {
  name: 'imports-resolve',
  severity: 'error',
  comment: 'An import that resolves to nothing escapes every other rule.',
  from: { path: ANY_ROOT },
  to: { couldNotResolve: true, pathNot: String.raw`\.css$` },
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...ROOMS.flatMap(roomRules),
    integrationTests,
    featuresDoNotCross,
    clientNodeInOneRoom,
    ...libIsPure,
    browserWithoutNode,
    routeBinders,
    testingStaysInTests,
    noDevelopmentPackages,
    noCycles,
    allResolve,
  ],
  options: {
    // Types are doors too: a room that knows another one's types depends on it.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`(^|/)(\.next|\.cache)/|^local/control-plane/` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
