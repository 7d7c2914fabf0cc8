/** What the live streams of the process have done since it began; for its metrics. */
export interface StreamStats {
  /** Changes sent to streams, each counted for each of them. */
  delivered: number;
  /** States that were not sent to a stream because a later one of the same object was. */
  coalesced: number;
  /** Lists that had to be fetched again. */
  relists: number;
  /** Streams and watches refused because there were too many, or lists too large. */
  refused: number;
  /** Watches ended because the rights to them were gone. */
  revoked: number;
}

/** All zero; counted up in place. */
export function newStreamStats(): StreamStats {
  return { delivered: 0, coalesced: 0, relists: 0, refused: 0, revoked: 0 };
}
