/**
 * Everything that tries to reach more through the proxy than it says, sent raw to the console and to the API server
 * itself. What counts is what the API server understood, as its audit log tells: through the console never anything
 * but what our parser made of the path, and never as anybody else.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApiPath, parseApiPath, rebuildQuery } from '#lib/k8s/api-path.ts';
import type { ApiPath } from '#lib/k8s/api-path.ts';
import { auditEvents } from '#local/testing/audit.ts';
import type { AuditEvent } from '#local/testing/audit.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { sendRaw } from '../testing/raw-request.ts';
import type { RawAnswer } from '../testing/raw-request.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';

const namespace = `attacks-${String(process.pid)}`;
const user = `system:serviceaccount:${namespace}:default`;
const inside = `/api/v1/namespaces/${namespace}`;
const item = `${inside}/configmaps/item`;
/** Each its own, so that the log tells which attempt was understood how. */
const numbered = (kind: string, index: number): string => `${item}-${kind}-${String(index)}`;
let console_: TestConsole;
let token = '';

beforeAll(async () => {
  const { kubectl, kubeconfig } = sharedTestCluster();
  await kubectl('create', 'namespace', namespace);
  token = await eventually(async () => (await kubectl('create', 'token', 'default', '-n', namespace)).trim());
  console_ = await startTestConsole({ kubeconfig, token });
});

afterAll(async () => {
  await console_.stop();
});

interface Attempt {
  method?: string;
  target: string;
  /** More lines of the head, each ended but for the last. */
  more?: string;
  /** What follows the head. */
  rest?: string;
}

function toConsole({ method = 'GET', target, more, rest = '' }: Attempt): Promise<RawAnswer> {
  const lines = [
    `${method} /k8s${target} HTTP/1.1`,
    `Host: ${new URL(console_.origin).host}`,
    `Cookie: ${console_.cookie}`,
    ...(method === 'GET' ? [] : [`Origin: ${console_.origin}`, 'X-Capstan-Request: 1']),
    ...(method === 'GET' ? [] : ['Content-Type: application/json']),
    ...(more === undefined ? [] : [more]),
  ];
  const address = new URL(`http://127.0.0.1:${String(console_.port)}`);
  return sendRaw(address, Buffer.from(`${lines.join('\r\n')}\r\n\r\n${rest}`, 'utf8'));
}

function toApiServer({ method = 'GET', target }: Attempt): Promise<RawAnswer> {
  const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  return sendRaw(new URL(sharedTestCluster().server), Buffer.from(head, 'utf8'));
}

/** All that our user asked the API server for through the console since the test began, once it is complete. */
async function throughConsole(): Promise<AuditEvent[]> {
  const last = `${inside}/configmaps/the-last`;
  const id = (await toConsole({ target: last })).headers['audit-id'];
  return eventually(() => {
    const events = auditEvents(sharedTestCluster().auditLog, user).filter(
      ({ user: { username }, userAgent, stage }) =>
        username === user && userAgent === 'capstan-console/0.1' && stage === 'ResponseComplete',
    );
    expect(events.map(({ auditID }) => auditID)).toContain(id);
    return events.filter(({ requestURI }) => requestURI !== last);
  });
}

/** What the API server took the request for. */
function understood({ objectRef, requestURI }: AuditEvent): unknown {
  if (objectRef === undefined) return { path: requestURI.split('?')[0] };
  const { apiGroup = '', apiVersion, resource, namespace: within, name, subresource } = objectRef;
  return { group: apiGroup, version: apiVersion, resource, namespace: within, name, subresource };
}

/** The same of our parser's reading. The API server counts a namespace as being inside itself. */
function meant(path: ApiPath): unknown {
  if (path.kind === 'discovery') return { path: buildApiPath(path) };
  const { group, version, resource, name, subresource } = path;
  const within = group === '' && resource === 'namespaces' ? name : path.namespace;
  return { group, version, resource, namespace: within, name, subresource };
}

/** Lines added to a harmless request; all try to make somebody else of its sender, or another request of it. */
const attackHeaders: readonly string[] = [
  ...['Impersonate-User: system:admin', 'impersonate-user: system:admin', 'IMPERSONATE-USER: system:admin'],
  ...['Impersonate-Group: system:masters', 'Impersonate-Uid: 0', 'Impersonate-Extra-Scopes: all'],
  ...['Impersonate-User : system:admin', ' Impersonate-User: system:admin', 'Impersonate_User: system:admin'],
  'Impersonate-User: system:admin\r\nImpersonate-Group: system:masters',
  'Accept: application/json\r\n Impersonate-User: system:admin',
  'Accept: application/json\nImpersonate-User: system:admin',
  'Accept: application/json\rImpersonate-User: system:admin',
  'Accept: application/json\u0000\r\nImpersonate-User: system:admin',
  ...[
    'X-Remote-User: system:admin',
    'X-Remote-Group: system:masters',
    'X-Remote-Extra-Scopes: all',
    'X-Remote-Uid: 0',
  ],
  ...[
    'X-Forwarded-For: 10.0.0.1',
    'X-Forwarded-User: root',
    'X-Forwarded-Host: evil',
    'X-Forwarded-Proto: https',
  ],
  ...[
    'X-Real-Ip: 10.0.0.1',
    'Forwarded: for=10.0.0.1',
    'Via: 1.1 evil',
    'X-Original-Url: /metrics',
    'X-Rewrite-Url: /metrics',
  ],
  ...[
    'Authorization: Bearer other',
    'Authorization: Basic cm9vdDpyb290',
    'Proxy-Authorization: Bearer other',
  ],
  'Authorization: Bearer one\r\nAuthorization: Bearer two',
  ...[
    'Connection: authorization',
    'Connection: close, authorization, cookie',
    'Connection: audit-id, user-agent',
  ],
  ...[
    'Connection: upgrade\r\nUpgrade: websocket',
    'Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
  ],
  ...['Audit-Id: chosen-by-the-attacker', 'X-Request-Id: chosen-by-the-attacker', 'User-Agent: chosen'],
  ...[
    'X-Http-Method-Override: DELETE',
    'X-Method-Override: DELETE',
    'X-Http-Method: DELETE',
    'Expect: 100-continue',
  ],
  ...[
    'Host: evil',
    'Host: ',
    'Origin: http://evil',
    'Sec-Fetch-Site: cross-site',
    'Cookie: capstan-session=1',
  ],
  ...['Te: trailers', 'Trailer: Impersonate-User', 'Keep-Alive: timeout=9999', 'Upgrade: SPDY/3.1'],
  'Accept: application/json, application/vnd.kubernetes.protobuf',
  `X-Long: ${'a'.repeat(20_000)}`,
];

interface Sent {
  target: string;
  console: RawAnswer;
  direct: RawAnswer;
}

describe('targets', () => {
  const targets = attackTargets();
  const sent: Sent[] = [];
  let events: AuditEvent[] = [];

  beforeAll(async () => {
    for (const target of targets) {
      const [viaConsole, direct] = await Promise.all([toConsole({ target }), toApiServer({ target })]);
      sent.push({ target, console: viaConsole, direct });
    }
    events = await throughConsole();
  });

  it('reach what our parser says, or nothing', () => {
    const byId = new Map(events.map((event) => [event.auditID, event]));
    for (const { target, console: answer } of sent) {
      const [path = '', ...query] = target.split('?');
      const parsed = parseApiPath(path);
      const rebuilt = rebuildQuery(query.join('?'));
      const event = byId.get(answer.headers['x-request-id'] ?? 'none');
      if (event === undefined) {
        expect([0, 400, 401, 403, 404, 405, 421, 431], target).toContain(answer.status);
        expect(answer.headers['audit-id'], target).toBeUndefined();
        continue;
      }
      if (!parsed.ok || !rebuilt.ok) throw new Error(`${target} was refused and reached the API server`);
      expect(understood(event), target).toEqual(meant(parsed.path));
      expect(event.requestURI, target).toBe(buildApiPath(parsed.path) + rebuilt.query);
      expect(event.impersonatedUser, target).toBeUndefined();
    }
    // Nothing came of an attack beside its own request.
    const own = new Set(sent.map(({ console: answer }) => answer.headers['x-request-id']));
    expect(events.filter(({ auditID }) => !own.has(auditID))).toEqual([]);
  });

  it('mean to the API server what they mean to our parser, where that lets them pass', () => {
    const byId = new Map(
      auditEvents(sharedTestCluster().auditLog, user).map((event) => [event.auditID, event]),
    );
    for (const { target, direct } of sent) {
      const parsed = parseApiPath(target.split('?')[0] ?? '');
      const event = byId.get(direct.headers['audit-id'] ?? 'none');
      if (!parsed.ok || event === undefined) continue;
      expect(understood(event), target).toEqual(meant(parsed.path));
    }
  });

  it('are an attack: the API server itself understands many that are refused here', () => {
    const refused = sent.filter(({ target }) => !parseApiPath(target.split('?')[0] ?? '').ok);
    const taken = refused.filter(({ direct }) => direct.headers['audit-id'] !== undefined);
    expect(refused.length).toBeGreaterThan(150);
    expect(taken.length).toBeGreaterThan(50);
  });

  it('pass where they are harmless', () => {
    const reached = new Set(events.map(({ auditID }) => auditID));
    for (const target of harmless()) {
      const answer = sent.find((one) => one.target === target)?.console;
      expect(reached, target).toContain(answer?.headers['x-request-id']);
    }
  });
});

describe('headers', () => {
  it('change neither who asks nor what is asked', async () => {
    const before = new Set((await throughConsole()).map(({ auditID }) => auditID));
    const answers: RawAnswer[] = [];
    for (const [index, more] of attackHeaders.entries()) {
      answers.push(await toConsole({ target: numbered('header', index), more }));
    }
    const events = (await throughConsole()).filter(({ auditID }) => !before.has(auditID));
    for (const [index, answer] of answers.entries()) {
      const mine = events.filter(({ requestURI }) => requestURI === numbered('header', index));
      const name = attackHeaders[index] ?? '';
      if (answer.headers['audit-id'] === undefined) {
        expect(mine, name).toEqual([]);
        continue;
      }
      expect(mine, name).toMatchObject([
        { auditID: answer.headers['x-request-id'], verb: 'get', sourceIPs: ['127.0.0.1'] },
      ]);
      expect(mine[0]?.impersonatedUser, name).toBeUndefined();
    }
    expect(events.length).toBe(answers.filter(({ headers }) => headers['audit-id'] !== undefined).length);
    expect(events.length).toBeGreaterThan(20);
    expect(JSON.stringify(events)).not.toContain('chosen');
  });
});

describe('bodies with another request behind them', () => {
  // Without the session's cookie: whoever takes these bytes for a request of their own has to refuse it.
  const hidden = ['/k8s', ''].map(
    (prefix) => `GET ${prefix}${inside}/secrets/stolen HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  const attempts = hidden
    .flatMap(smugglers)
    .flatMap((body) => ['POST', 'PATCH', 'GET'].map((method) => ({ method, body })));

  it('make one request at most', async () => {
    const before = new Set((await throughConsole()).map(({ auditID }) => auditID));
    await Promise.all(
      attempts.map(({ method, body }, index) => {
        const [more = '', ...rest] = body.split('\r\n\r\n');
        return toConsole({ method, target: numbered('body', index), more, rest: rest.join('\r\n\r\n') });
      }),
    );
    const events = (await throughConsole()).filter(({ auditID }) => !before.has(auditID));
    expect(events.length).toBeGreaterThan(5);
    expect(new Set(events.map(({ requestURI }) => requestURI)).size).toBe(events.length);
    for (const [index, { method, body }] of attempts.entries()) {
      const mine = events.filter(({ requestURI }) => requestURI === numbered('body', index));
      for (const { verb } of mine)
        expect(verb, body).toBe({ POST: 'create', PATCH: 'patch', GET: 'get' }[method]);
    }
    expect(
      events.map(({ requestURI }) => requestURI).filter((uri) => !uri.startsWith(`${item}-body-`)),
    ).toEqual([]);
  });
});

/** Below the API's root, as raw as they go over the wire. */
function attackTargets(): string[] {
  return [...harmless(), ...traversals(), ...encodings(), ...subresources(), ...queries(), ...odd()];
}

/** These have to pass: an attack that looks like them must not be refused by luck. */
function harmless(): string[] {
  return [
    `${inside}/configmaps/item`,
    `${inside}/configmaps?limit=1&labelSelector=a%3Db`,
    `${inside}/pods/none/log?tailLines=1`,
    `${inside}`,
    `${inside}/status`,
    '/api/v1/nodes/none/status',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anone',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:none',
    '/apis/apps/v1',
    '/version',
  ];
}

function traversals(): string[] {
  const ups = [
    '..',
    '.',
    '%2e%2e',
    '%2E%2E',
    '.%2e',
    '%2e',
    '..%2f..',
    '..;',
    '..;a=b',
    '..%00',
    '...',
    '%2e%2e%2f',
  ];
  const wide = [
    '%252e%252e',
    '%c0%ae%c0%ae',
    '%e0%80%ae',
    '%uff0e%uff0e',
    '\u002e\uff0e',
    '..%5c..',
    '..\\..',
    '..%255c',
  ];
  return [...ups, ...wide].flatMap((up) => [
    `${inside}/${up}/kube-system/secrets`,
    `${inside}/configmaps/${up}/secrets`,
    `/api/v1/${up}/${up}/metrics`,
    `/${up}/metrics`,
  ]);
}

function encodings(): string[] {
  const names = [
    ...[
      'item%2fproxy',
      'item%2Fstatus',
      'item%252fproxy',
      'item%5cproxy',
      'item%00',
      'item%0a',
      'item%0d%0a',
      'item%20',
    ],
    ...[
      'item%09',
      'item%7f',
      'item%80',
      'item%ff',
      'item%c0%af',
      'item%e0%80%af',
      'item%f0%80%80%af',
      'item%ef%bc%8f',
    ],
    ...[
      'item%3fwatch=true',
      'item%3Fas=x',
      'item%23',
      'item%3b',
      'item;a=b',
      'item%26',
      'item%25',
      'item%',
      'item%2',
      'item%zz',
    ],
    ...[
      'item%u002fproxy',
      'it%65m',
      '%69tem',
      'ITEM',
      'item.',
      'item..',
      '.item',
      '-item',
      'item~',
      'item@x',
      'item+x',
      'item*',
    ],
    ...[
      "item'",
      'item"',
      'item`',
      'item<',
      'item|',
      'item{}',
      'item^',
      'item[0]',
      'item,other',
      'item$x',
      'item!',
      'item(x)',
    ],
  ];
  return [
    ...names.map((name) => `${inside}/configmaps/${name}`),
    ...[
      'config%6daps',
      'configmaps%2fitem',
      'CONFIGMAPS',
      'configmaps.v1',
      'configmaps,secrets',
      'configmaps;x',
    ].map((resource) => `${inside}/${resource}`),
    '/%61pi/v1/secrets',
    '/api%2fv1/secrets',
    '/api/v1%2fsecrets',
    '/apis/%2e/v1/secrets',
    '/apis//v1/secrets',
    '/api/V1/secrets',
    '/api/v1/namespaces/%2a/secrets',
    '/api/v1/namespaces/kube-system%2fsecrets',
    '/api/v1/namespaces/a%2f..%2fkube-system/secrets',
  ];
}

function subresources(): string[] {
  const denied = [
    'proxy',
    'exec',
    'attach',
    'portforward',
    'ephemeralcontainers',
    'token',
    'Proxy',
    'p%72oxy',
    'proxy;x',
  ];
  return [
    ...denied.flatMap((name) => [
      `${inside}/pods/none/${name}`,
      `${inside}/pods/none/${name}/`,
      `${inside}/pods/none/${name}/a/b`,
      `${inside}/pods/none/status/${name}`,
    ]),
    `${inside}/services/none:80/proxy/metrics`,
    `${inside}/services/https:none:443/proxy/`,
    '/api/v1/nodes/none/proxy/pods',
    '/api/v1/nodes/none:10250/proxy/run',
    `${inside}/serviceaccounts/default/token`,
    '/api/v1/proxy/nodes/none',
    `/api/v1/proxy/namespaces/${namespace}/services/none`,
    '/api/v1/watch/secrets',
    `/api/v1/watch/namespaces/${namespace}/secrets/x`,
    '/api/v1/redirect/namespaces/x/pods/none',
    '/apis/apps/v1/watch/deployments',
    '/api/v1/namespaces/watch/secrets',
    '/api/v1/namespaces/status/secrets',
    '/api/v1/namespaces/finalize/secrets/x',
    `${inside}/finalize/x`,
    `${inside}/status/secrets`,
  ];
}

function queries(): string[] {
  const texts = [
    ...[
      'as=root',
      'as-group=system:masters',
      'Impersonate-User=root',
      'watch=true%26as=root',
      'limit=1;as=root',
    ],
    ...[
      'limit=1%00',
      'limit=1%0d%0aImpersonate-User:%20root',
      'limit=1%20HTTP/1.1%0d%0aX:%20y',
      'command=sh&stdin=true',
    ],
    ...[
      'path=../../metrics',
      'dryRun=All&dryRun=',
      'dryRun=All&dryRun=None',
      'pretty=1?as=root',
      'pretty=1#as=root',
      '?as=root',
    ],
    ...[
      '%61s=root',
      'a%73=root',
      'as',
      '&&as=root',
      'fieldSelector=metadata.name%3Dx%26as%3Droot',
      'labelSelector=a%3Db%2Cc',
    ],
    ...[
      'pretty=%ff%fe',
      'pretty=%c0%af',
      'pretty=\u00e4',
      'PRETTY=1',
      'pretty[]=1',
      'timeoutSeconds=1&timeoutSeconds=2',
    ],
  ];
  return texts.map((text) => `${item}?${text}`);
}

function odd(): string[] {
  return [
    ...[
      '',
      '/',
      '//',
      '/api',
      '/api/',
      '/api//',
      '//api/v1/secrets',
      '/api//v1/secrets',
      '/api/v1//secrets',
      '/api/v1/secrets/',
    ],
    ...[
      '/metrics',
      '/logs/',
      '/debug/pprof/',
      '/openapi/v2',
      '/healthz',
      '/readyz?verbose',
      '/swagger.json',
      '/.well-known/x',
    ],
    ...[
      '/apis/../api/v1/secrets',
      '/api/v1/secrets#',
      '/api/v1/secrets#/../x',
      '/api/v1/secrets%23',
      '*',
      '/*',
      '/api/*/secrets',
    ],
    ...[
      `${inside}/configmaps/item/`,
      `${inside}/configmaps//item`,
      `${inside}//configmaps/item`,
      `${inside}/`,
    ],
    ...[
      `${inside}/configmaps/item\t`,
      `${inside}/configmaps/\u0000`,
      `${inside}/configmaps/\u00fc`,
      `${inside}/configmaps/a b`,
    ],
    `/api/v1/namespaces/${'a'.repeat(64)}/secrets`,
    `${inside}/configmaps/${'a'.repeat(3000)}`,
  ];
}

/** Whole bodies, with the headers that frame them, after which another request hides. */
function smugglers(hidden: string): string[] {
  const length = String(Buffer.byteLength(hidden));
  return [
    `Content-Length: 0\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
    `Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `Transfer-Encoding: xchunked\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
    `Transfer-Encoding : chunked\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
    `Transfer-Encoding:\tchunked\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked\r\n\r\n0;x=\n\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${hidden}`,
    `Content-Length: 0\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
    `Content-Length: 0, ${length}\r\n\r\n${hidden}`,
    `Content-Length: +${length}\r\n\r\n${hidden}`,
    `Content-Length: 0x10\r\n\r\n${hidden}`,
    `Content-Length: -1\r\n\r\n${hidden}`,
    `Content-Length: ${length} \r\n\r\n${hidden}`,
    `Content-Length: ${length}\r\n\r\n${hidden}`,
    `\r\n${hidden}`,
    `\n${hidden}`,
  ];
}
