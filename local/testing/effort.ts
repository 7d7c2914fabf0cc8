/**
 * How far a test goes that could go on for ever: `npm test` takes a quick size, `npm run deep` the full one. What only the
 * deep size finds is found later; so the quick one has to reach every rule that the test is about.
 */

/** Whether this is `npm run deep`. */
export const isDeep = process.env['CAPSTAN_DEEP'] === '1';

/** A number of runs, samples or rounds. */
export function effort(quick: number, deep: number): number {
  return isDeep ? deep : quick;
}

/** Where random choices begin. `npm run deep` draws one, prints it and hands it to all tests; CAPSTAN_SEED repeats it. */
export function seedOr(usual: number): number {
  const given = process.env['CAPSTAN_SEED'];
  return given === undefined || given === '' ? usual : Number(given);
}
