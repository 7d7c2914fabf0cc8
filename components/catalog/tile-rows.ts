/** The columns are the browser's to choose; the rows are as high as the highest tile can be. */
export const TILE_ROWS =
  'grid auto-cols-[0px] auto-rows-[10.75rem] grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3';
