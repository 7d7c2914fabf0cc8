/** How everything looks that opens beside its trigger. */
export const POPUP_CLASS =
  'rounded-md border border-line bg-raised p-1 shadow-popup outline-none transition-opacity data-[starting-style]:opacity-0 data-[ending-style]:opacity-0';
