/** Functions of sprig that packages may not use: a render depends on nothing but the template and its context. */
import { type FunctionTable, variadic } from '../run/signature.ts';
import { GoError } from '../values/value.ts';

const REASONS: Readonly<Record<string, readonly string[]>> = {
  'reads the clock': ['ago', 'now'],
  'is random': [
    ...['encryptAES', 'genCA', 'genPrivateKey', 'genSelfSignedCert', 'genSignedCert', 'shuffle', 'uuidv4'],
    ...['randAlpha', 'randAlphaNum', 'randAscii', 'randNumeric'],
  ],
  'asks the network': ['getHostByName'],
};

const REASON_OF = new Map(
  Object.entries(REASONS).flatMap(([reason, names]) => names.map((name): [string, string] => [name, reason])),
);

/** Why packages may not use the function, such as `is random`; undefined where they may. */
export function refusedFunction(name: string): string | undefined {
  return REASON_OF.get(name);
}

/** They are known, so that templates can be read; a call is an error. */
export const REFUSED: FunctionTable = Object.fromEntries(
  [...REASON_OF].map(([name, reason]) => {
    const refuse = (): never => {
      throw new GoError(
        `packages may not use ${name}: it ${reason}, and a render has to give the same each time`,
      );
    };
    return [name, variadic([], 'interface {}', refuse)];
  }),
);
