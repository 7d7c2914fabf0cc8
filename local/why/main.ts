/** `npm run -s why -- NAMESPACE/NAME`: why an operator does not run. */
import { parseArgs } from 'node:util';
import { optional } from '#lib/base/loose.ts';
import type { WhyFinding, SubjectKind, WhyVerdict } from '#lib/olm/why/finding.ts';
import { fixSentence, reasonSentence } from '#lib/olm/why/reasons.ts';
import { why } from '#lib/olm/why/walk.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { gather } from './gather.ts';

const HELP = `Usage: npm run -s why -- NAMESPACE/NAME

Says why an operator does not run: the first broken link from its Subscription to the containers of its pods, the reason, and
what helps. Reads with the rights of the kubeconfig; what these do not allow is named as not judged.

  --kind KIND        Subscription or ClusterServiceVersion; guessed from the name when absent
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
  const subject = placeFrom(positionals);
  const { output, kubeconfig, context } = values;
  if (output !== undefined && output !== 'json') throw new Error('--output takes json.');
  const kind = kindFrom(values.kind);
  const config = loadConfig({ inCluster: false, ...optional({ kubeconfig, context }) });
  const facts = await gather(createClient(config), { ...subject, kind });
  const verdict = why(facts);
  const json = { subject: facts.subject, ...verdict };
  process.stdout.write(output === 'json' ? `${JSON.stringify(json, undefined, 2)}\n` : told(verdict));
  return EXIT_CODES[verdict.health];
}

const EXIT_CODES = { healthy: 0, broken: 1, progressing: 2, unknown: 2 } as const;

function placeFrom(positionals: readonly string[]): { namespace: string; name: string } {
  const [namespace = '', name = '', ...rest] = (positionals[0] ?? '').split('/');
  if (positionals.length !== 1 || namespace === '' || name === '' || rest.length > 0)
    throw new Error('Give one NAMESPACE/NAME; --help tells more.');
  return { namespace, name };
}

function kindFrom(text: string | undefined): SubjectKind | undefined {
  if (text === undefined || text === 'Subscription' || text === 'ClusterServiceVersion') return text;
  throw new Error('--kind takes Subscription or ClusterServiceVersion.');
}

function told({ health, findings, notJudged }: WhyVerdict): string {
  return [
    health,
    ...findings.flatMap(linesOf),
    ...(notJudged.length === 0 ? [] : [`not judged, because it may not be read: ${notJudged.join(', ')}`]),
    '',
  ].join('\n');
}

function linesOf({ on, reason, detail, exitCode, fix }: WhyFinding): string[] {
  const place = on.namespace === undefined ? on.name : `${on.namespace}/${on.name}`;
  const container = on.container === undefined ? '' : `, container ${on.container}`;
  const code = exitCode === undefined ? '' : ` Exit code ${exitCode}.`;
  return [
    `${on.kind} ${place}${container}: ${reasonSentence(reason)}${code} (${reason})`,
    ...(detail === undefined ? [] : [`  ${detail}`]),
    `  ${fixSentence(fix)}`,
  ];
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
