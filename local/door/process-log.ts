/** What a process has said: the end of it is kept, and whoever follows is told of each line. */

export interface LogLine {
  /** Unix ms. */
  readonly at: number;
  readonly text: string;
}

export interface Follower {
  line(line: LogLine): void;
  /** Nothing more comes. */
  end(): void;
}

export interface ProcessLog {
  write(line: LogLine): void;
  end(): void;
  lines(): readonly LogLine[];
  /** From now on. Returns the unsubscriber. */
  follow(follower: Follower): () => void;
}

const KEPT_LINES = 5_000;

export function createProcessLog(kept = KEPT_LINES): ProcessLog {
  const followers = new Set<Follower>();
  let lines: LogLine[] = [];
  let ended = false;
  return {
    write: (line) => {
      lines.push(line);
      // Rarely, so that a line costs the same however many are kept.
      if (lines.length >= 2 * kept) lines = lines.slice(-kept);
      for (const follower of followers) follower.line(line);
    },
    end: () => {
      ended = true;
      for (const follower of followers) follower.end();
      followers.clear();
    },
    lines: () => lines.slice(-kept),
    follow: (follower) => {
      if (ended) follower.end();
      else followers.add(follower);
      return () => followers.delete(follower);
    },
  };
}
