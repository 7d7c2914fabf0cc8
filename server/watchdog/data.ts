/** What the watchdog's thread is given by its process. */
export interface WatchdogData {
  /** One counter, written by the loop that is watched. */
  readonly beats: SharedArrayBuffer;
  /** For how long the loop may stand still. */
  readonly limitMs: number;
  /** Between two looks. */
  readonly everyMs: number;
}
