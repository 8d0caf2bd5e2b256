/**
 * The stylesheet of the customer's page. The bank serves it itself because the page's policy allows no other source.
 */
export const SCA_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --ground: #eef1f5; --line: #8792a2; --main: #0b5cad; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf2; --paper: #1b222c; --ground: #10151c; --line: #7d8898; --main: #1a6fc9; --bad: #ff8a80; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: 1.25rem; background: var(--paper); min-height: 100vh; }
@media (min-width: 32rem) { main { margin: 3rem auto; min-height: 0; border-radius: .75rem; padding: 2rem; } }
h1 { font-size: 1.4rem; margin: .5rem 0 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
.amount { font-weight: 700; font-size: 1.2rem; }
.notice { font-size: .85rem; margin: 0; padding: .4rem .75rem; border: 1px dashed var(--line); border-radius: .5rem; }
.alert { border-left: .25rem solid var(--bad); padding: .5rem .75rem; }
.mistake { color: var(--bad); display: block; }
.field { margin: 0 0 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input { width: 100%; font: inherit; padding: .65rem .75rem; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
input[aria-invalid] { border: 2px solid var(--bad); }
.actions { display: grid; gap: .6rem; margin-top: .5rem; }
button { font: inherit; font-weight: 600; padding: .75rem; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button.primary { background: var(--main); border-color: var(--main); color: #fff; }
:is(input, button, a):focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: inherit; }
`
