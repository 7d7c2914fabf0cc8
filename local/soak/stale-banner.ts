/** What the console says where what it shows may be old, whatever the reason (`messages/en/shell.json`). */
export const staleBanner =
  /Live updates paused|The cluster is not responding|The cluster is too busy|no longer accepts your credentials|Your session has ended/;
