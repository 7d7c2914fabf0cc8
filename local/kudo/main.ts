/** `npm run -s kudo -- COMMAND …`: for authors of declarative operators. */
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { OK, say, UNREAD } from './author-line.ts';
import { indexCommand } from './index-command.ts';
import { packageCommand } from './package-command.ts';
import { templateCommand } from './template-command.ts';
import { verifyCommand } from './verify-command.ts';

const HELP = `Usage: npm run -s kudo -- COMMAND …

For authors of declarative operators, packages in the KUDO format. No cluster is needed. What begins with a dot is no part of
a package, and links are refused.

  verify FOLDER|TGZ         what is wrong with a package and the operators nested in it: file, line, what to do
    --param-checks LIST     warnings besides: display, hint, desc, type, hasgroup, groups, or all
    -o, --output json       the same for programs

  package FOLDER            verifies it, and makes NAME-APPVERSION_VERSION.tgz; the same files give the same bytes
    -d, --destination DIR   where it goes; default: here
    -w, --overwrite         an archive of that name with other content is replaced

  index FOLDER              makes FOLDER/index.yaml of the archives in FOLDER and in the folders in it
    --url URL               where FOLDER will be; without it, addresses are relative to the index
    --merge FILE            an index whose versions stay, but for those that FOLDER has, too

  template FOLDER|TGZ       what each task makes of its templates, where a plan calls it first
    -p, --parameter N=V     a value; repeat for more
    -P, --parameter-file F  values, as YAML; -p wins over it
    --instance NAME         default: OPERATOR-instance
    --namespace NAME        default: default
    --plan NAME             only what this plan calls; default: every plan, deploy first
    -o, --format yaml|json  documents, or a list with task, place and text; default: yaml
    --output DIR            a file for each template instead, DIR/TASK/TEMPLATE

Exit code: 0 done, also with warnings; 1 something is wrong with the package, the values or the archives; 2 it could not be
read or written, or the command is wrong.
`;

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  verify: verifyCommand,
  package: packageCommand,
  index: indexCommand,
  template: templateCommand,
};

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new Error(`Give one of ${Object.keys(COMMANDS).join(', ')}; --help tells more.`);
  return command(args);
}

// Whoever reads what is written, such as `head`, may have read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(OK);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  say([error instanceof BadPackage ? `the package cannot be read: ${message}` : message], process.stderr);
  process.exitCode = UNREAD;
}
