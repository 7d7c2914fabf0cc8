/** `.indexignore`: the patterns of `.gitignore`, each file ruling its own directory and what lies below. */

/** True: ignored. False: expressly not ignored. Undefined: no pattern speaks of it. */
export type Ignore = (name: string, isDirectory: boolean) => boolean | undefined;

interface Rule {
  pattern: RegExp;
  negated: boolean;
  directoriesOnly: boolean;
}

/** @param base the directory the file lies in, relative to the root, empty for the root itself */
export function compileIgnore(text: string, base: string): Ignore {
  const rules = text.split('\n').flatMap(compileRule);
  return (name, isDirectory) => {
    const local = base === '' ? name : name.slice(base.length + 1);
    let verdict: boolean | undefined;
    for (const rule of rules) {
      if ((isDirectory || !rule.directoriesOnly) && rule.pattern.test(local)) {
        verdict = !rule.negated;
      }
    }
    return verdict;
  };
}

function compileRule(line: string): Rule[] {
  let glob = line.replace(/(?<!\\)\s+$/, '');
  if (glob === '' || glob.startsWith('#')) {
    return [];
  }
  const negated = glob.startsWith('!');
  glob = glob.replace(/^!/, '').replace(/^\\/, '');
  const directoriesOnly = glob.endsWith('/');
  glob = glob.replace(/\/+$/, '');
  // A slash anywhere but at the end ties the pattern to the directory of its file.
  const anchored = glob.includes('/');
  glob = glob.replace(/^\/+/, '');
  if (glob === '') {
    return [];
  }
  return [
    { pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${translate(glob)}$`), negated, directoriesOnly },
  ];
}

function translate(glob: string): string {
  const parts = glob.split(/(\*\*\/|\/\*\*$|\*+|\?|\[[^\]/]+\])/).filter((part) => part !== '');
  return parts
    .map((part) => {
      switch (part) {
        case '**/':
          return '(?:.*/)?';
        case '/**':
          return '/.*';
        case '?':
          return '[^/]';
        default:
          return translatePart(part);
      }
    })
    .join('');
}

function translatePart(part: string): string {
  if (/^\*+$/.test(part)) {
    return '[^/]*';
  }
  if (/^\[[^\]/]+\]$/.test(part)) {
    const inner = part.slice(1, -1).replace(/^!/, '^').replace(/\\/g, '\\\\');
    return `[${inner}]`;
  }
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
