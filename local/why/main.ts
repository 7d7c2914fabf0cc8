/** `npm run -s why -- NAMESPACE/NAME`: why an operator does not run. */
import { parseArgs } from 'node:util';
import { optional } from '#lib/base/loose.ts';
import type { WhyFinding, SubjectKind, WhyVerdict } from '#lib/olm/why/finding.ts';
import { why } from '#lib/olm/why/walk.ts';
import words from '#messages/en/why.json' with { type: 'json' };
import type { Resource } from '#lib/k8s/object.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { gatherWhy } from '#server/queries/why.ts';

const HELP = `Usage: npm run -s why -- NAMESPACE/NAME

Says why an operator, or an instance of one, does not run: the first broken link from its Subscription to the containers of its
pods, the reason, and what helps. Reads with the rights of the kubeconfig; what these do not allow is named as not judged.

  --kind KIND        Subscription, ClusterServiceVersion or InstallPlan; a kind that an operator provides, such as FlightTicket or
                     flighttickets.flights.com (NAME alone where it is cluster-scoped); guessed from the name when absent
  -o, --output json  the same for programs
  --kubeconfig FILE  default: KUBECONFIG, then ~/.kube/config
  --context NAME     default: the current one
  --help             this text

Exit code: 0 healthy, 1 broken, 2 not known: still at work, something could not be read, or the command is wrong.
`;

function given() {
  return parseArgs({
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      output: { type: 'string', short: 'o' },
      kubeconfig: { type: 'string' },
      context: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

async function main(): Promise<number> {
  const { values, positionals } = given();
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const { output, kubeconfig, context } = values;
  if (output !== undefined && output !== 'json') throw new Error('--output takes json.');
  const client = createClient(loadConfig({ inCluster: false, ...optional({ kubeconfig, context }) }));
  const type = await typeFrom(client, values.kind);
  const facts = await gatherWhy(client, { ...placeFrom(positionals, type.api), ...type });
  const verdict = why(facts);
  const json = { subject: facts.subject, ...verdict };
  process.stdout.write(output === 'json' ? `${JSON.stringify(json, undefined, 2)}\n` : told(verdict));
  return EXIT_CODES[verdict.health];
}

const EXIT_CODES = { healthy: 0, broken: 1, progressing: 2, unknown: 2 } as const;

function placeFrom(positionals: readonly string[], api?: Resource): { namespace: string; name: string } {
  const parts = (positionals[0] ?? '').split('/');
  const [namespace = '', name = ''] = api?.namespaced === false ? ['', ...parts] : parts;
  const whole = parts.length === (api?.namespaced === false ? 1 : 2) && !parts.includes('');
  if (positionals.length !== 1 || !whole) throw new Error('Give one NAMESPACE/NAME; --help tells more.');
  return { namespace, name };
}

const OWN_KINDS = ['ClusterServiceVersion', 'InstallPlan', 'Subscription'] as const;

async function typeFrom(client: KubeClient, text?: string): Promise<{ kind?: SubjectKind; api?: Resource }> {
  if (text === undefined) return {};
  const own = OWN_KINDS.find((kind) => kind === text);
  if (own !== undefined) return { kind: own };
  const wanted = text.toLowerCase();
  const found = (await client.discover()).filter((type) =>
    [type.kind, type.plural, `${type.plural}.${type.group}`].some((name) => name.toLowerCase() === wanted),
  );
  const [api, ...others] = found;
  if (api === undefined) throw new Error(`The cluster serves no kind "${text}".`);
  if (others.some(({ group }) => group !== api.group))
    throw new Error(`"${text}" is served by several groups: name it as PLURAL.GROUP.`);
  return { kind: 'Instance', api };
}

function told({ health, findings, notJudged }: WhyVerdict): string {
  return [
    health,
    ...findings.flatMap(linesOf),
    ...(notJudged.length === 0 ? [] : [`not judged, because it may not be read: ${notJudged.join(', ')}`]),
    '',
  ].join('\n');
}

function linesOf({ on, reason, detail, exitCode, fix, owner }: WhyFinding): string[] {
  const place = on.namespace === undefined ? on.name : `${on.namespace}/${on.name}`;
  const container = on.container === undefined ? '' : `, container ${on.container}`;
  const code = exitCode === undefined ? '' : ` Exit code ${exitCode}.`;
  return [
    `${on.kind} ${place}${container}: ${words.reasons[reason]}${code} (${reason})`,
    ...(detail === undefined ? [] : [`  ${detail}`]),
    ...(owner === undefined
      ? []
      : [`  ${words.owner.replace('{name}', `${owner.namespace}/${owner.name}`)}`]),
    `  ${words.fixes[fix]}`,
  ];
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
