import type { Problem } from '../schema-form/schema/problem.ts';

/** A problem in one line: its code and what goes into its sentence. */
export function told(problem: Problem): string {
  if ('said' in problem) return problem.said;
  return [problem.code, ...Object.values(problem.values ?? {}).map(String)].join(' ');
}
