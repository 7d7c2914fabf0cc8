/** Text for files and logs: without colours, cursor movements and other control characters. */

// eslint-disable-next-line no-control-regex -- they are what this is about
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
// eslint-disable-next-line no-control-regex -- they are what this is about
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Line ends and tabs stay. */
export function plain(text: string): string {
  return text.replaceAll(SEQUENCES, '').replaceAll('\r\n', '\n').replaceAll(CONTROLS, '');
}
