/** The frame of every floating panel. The first classes undo what browsers give to popovers. */
export const POPUP_CLASS =
  'fixed inset-auto m-0 overflow-auto rounded-md border border-line bg-raised p-1 text-text shadow-popup outline-none transition-opacity starting:opacity-0';
