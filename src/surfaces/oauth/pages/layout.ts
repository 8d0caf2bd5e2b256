import { Markup, markup } from "../../markup"

const STYLE = new Markup(`
  :root { color-scheme: light dark; --ink: #16181d; --soft: #5b6270; --line: #d8dce3; --back: #f3f4f7; --card: #fff;
    --key: #1d4ed8; --on-key: #fff; --bad: #b42318 }
  @media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #a3abb9; --line: #3a404c; --back: #111318;
    --card: #1b1e25; --key: #8ab4ff; --on-key: #0b1220; --bad: #ff9b90 } }
  * { box-sizing: border-box }
  body { margin: 0; padding: 1rem; min-height: 100vh; display: grid; place-items: center; background: var(--back);
    color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
  main { width: 100%; max-width: 27rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
    border-radius: 1rem }
  h1 { margin: 0 0 .75rem; font-size: 1.35rem; line-height: 1.25 }
  p { margin: .75rem 0 } ul { padding-left: 1.25rem } li { margin: .3rem 0 }
  .soft { color: var(--soft); font-size: .9rem }
  .fault { color: var(--bad); border: 1px solid currentcolor; border-radius: .5rem; padding: .6rem .8rem }
  label { display: block; margin: .9rem 0 .3rem; font-weight: 600 }
  fieldset { margin: 1rem 0 0; padding: .5rem .9rem .7rem; border: 1px solid var(--line); border-radius: .5rem }
  legend { font-weight: 600 } fieldset label { margin: .3rem 0; font-weight: 400 }
  input[type=email], input[type=password] { width: 100%; padding: .7rem .8rem; font: inherit; color: inherit;
    background: transparent; border: 1px solid var(--soft); border-radius: .5rem }
  button { width: 100%; min-height: 2.9rem; margin-top: .75rem; font: inherit; font-weight: 600; color: inherit;
    background: transparent; border: 1px solid var(--soft); border-radius: .5rem; cursor: pointer }
  button.key { background: var(--key); color: var(--on-key); border-color: var(--key) }
  a { color: var(--key) } :focus-visible { outline: 3px solid var(--key); outline-offset: 2px }
`)

/** A whole page: works on a phone, in the dark, with a screen reader and without scripts. */
export function layout(lang: string, title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.html
}
