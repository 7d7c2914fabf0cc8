/** The colours are those of app/globals.css. */
export const styles = `
:root { color-scheme: light dark; font: 14px/1.5 ui-sans-serif, system-ui, sans-serif;
  --canvas: light-dark(#fafafb, #0c0d0f); --surface: light-dark(#ffffff, #121316); --sunken: light-dark(#f3f3f5, #0f1013);
  --line: light-dark(#e5e5ea, #26282d); --control: light-dark(#8b8d97, #6b6e77); --text: light-dark(#18191d, #ededf0);
  --muted: light-dark(#575a63, #a5a8b0); --accent: light-dark(#3d4fd1, #98a4ff); --solid: light-dark(#3d4fd1, #5564e3);
  --solid-hover: light-dark(#3242b8, #4a58d6); --soft: light-dark(#eef0fd, #1d2140); --bad: light-dark(#b4231c, #ff9088);
  --bad-soft: light-dark(#fdeceb, #351816) }
[data-theme='light'] { color-scheme: light }
[data-theme='dark'] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--text) }
main { width: min(36rem, 100%); margin: 0 auto; padding: clamp(1.5rem, 12vh, 8rem) 1rem 2rem }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.4 }
h2 { margin: 0; font-size: 0.875rem }
p { margin: 0.5rem 0; overflow-wrap: anywhere }
form { display: grid; gap: 0.5rem; margin: 1.25rem 0 2rem }
label { font-weight: 500 }
input, button { width: 100%; min-height: 2.5rem; padding: 0 0.75rem; border-radius: 6px; font: inherit }
input { border: 1px solid var(--control); background: var(--surface); color: var(--text) }
input[aria-invalid] { border-color: var(--bad) }
button { margin-top: 0.5rem; border: 0; background: var(--solid); color: #ffffff; font-weight: 500; cursor: pointer }
button:hover { background: var(--solid-hover) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
section { padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--muted) }
section h2 { color: var(--text) }
pre { margin: 0; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--sunken); color: var(--text);
  font: 0.8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: break-word }
.notice { padding: 0.5rem 0.75rem; border-radius: 6px; background: var(--soft) }
.notice.bad { background: var(--bad-soft); color: var(--bad) }
`;
