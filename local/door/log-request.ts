/** What of a log somebody wants to see, as the API server passes it on (`core/v1` PodLogOptions). Pure. */
import { z } from 'zod';
import type { LogLine } from './process-log.ts';

const Flag = z.stringbool().default(false);
const Count = z.coerce.number().int().min(0).optional();

const LogRequest = z.object({
  follow: Flag,
  previous: Flag,
  timestamps: Flag,
  sinceSeconds: Count,
  sinceTime: z.iso.datetime({ offset: true }).optional(),
  tailLines: Count,
  limitBytes: Count,
});

export type LogRequest = z.infer<typeof LogRequest>;

/** Throws a sentence when it makes no sense. */
export function parseLogRequest(query: URLSearchParams): LogRequest {
  const { data, error } = LogRequest.safeParse(Object.fromEntries(query));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`);
}

/** @param now unix ms */
export function chosenLines(lines: readonly LogLine[], request: LogRequest, now: number): readonly LogLine[] {
  const { sinceSeconds, sinceTime, tailLines } = request;
  const since = Math.max(
    sinceSeconds === undefined ? -Infinity : now - sinceSeconds * 1000,
    sinceTime === undefined ? -Infinity : Date.parse(sinceTime),
  );
  const young = lines.filter(({ at }) => at >= since);
  return tailLines === undefined ? young : young.slice(Math.max(0, young.length - tailLines));
}

export function lineText({ at, text }: LogLine, { timestamps }: LogRequest): string {
  return `${timestamps ? `${new Date(at).toISOString()} ` : ''}${text}\n`;
}
