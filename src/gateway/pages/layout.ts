import { Markup, markup } from "../markup"
import { accentStyle, BACKGROUNDS } from "./accent"
import { storeHeader } from "./store-header"
import type { StoreIdentity } from "./store-identity"

const STYLE = new Markup(`
  :root { color-scheme: light dark; --ink: #16181d; --soft: #5b6270; --line: #d8dce3;
    --back: ${BACKGROUNDS.light.back}; --card: ${BACKGROUNDS.light.card};
    --key: #1d4ed8; --on-key: #fff; --key-line: var(--key); --link: var(--key); --bad: #b42318; --warn: #8a4b00;
    --good: #17693a }
  @media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #a3abb9; --line: #3a404c;
    --back: ${BACKGROUNDS.dark.back}; --card: ${BACKGROUNDS.dark.card}; --key: #8ab4ff; --on-key: #0b1220; --bad: #ff9b90; --warn: #ffc069;
    --good: #6fd39a } }
  * { box-sizing: border-box }
  body { margin: 0; padding: 1rem; min-height: 100vh; display: grid; align-content: center; justify-items: center;
    gap: 1rem; background: var(--back);
    color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
  main { width: 100%; max-width: 27rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
    border-radius: 1rem }
  h1 { margin: 0 0 .75rem; font-size: 1.35rem; line-height: 1.25 }
  h2 { margin: 1.1rem 0 .3rem; font-size: 1rem } .fault h2 { margin-top: 0 }
  h3 { margin: 0 0 .3rem; font-size: 1rem } .entry { border-top: 1px solid var(--line); padding: 1rem 0 } .entry p { margin: .3rem 0 }
  summary { cursor: pointer; padding: .3rem 0 } .notice { color: var(--good); font-weight: 600 }
  p { margin: .75rem 0 } ul { padding-left: 1.25rem } li { margin: .3rem 0 }
  .soft { color: var(--soft); font-size: .9rem }
  .badge { color: var(--warn); border: 1px solid currentcolor; border-radius: 1rem; padding: .1rem .6rem }
  .fault, .fault a { color: var(--bad) } .fault { border: 1px solid currentcolor; border-radius: .5rem; padding: .6rem .8rem }
  label { display: block; margin: .9rem 0 .3rem; font-weight: 600 }
  fieldset { margin: 1rem 0 0; padding: .5rem .9rem .7rem; border: 1px solid var(--line); border-radius: .5rem }
  legend { font-weight: 600 } fieldset label { margin: .3rem 0; font-weight: 400 }
  input[type=email], input[type=password], input[type=text], input[type=date] { width: 100%; padding: .7rem .8rem; font: inherit; color: inherit;
    background: transparent; border: 1px solid var(--soft); border-radius: .5rem }
  button { width: 100%; min-height: 2.9rem; margin-top: .75rem; font: inherit; font-weight: 600; color: inherit;
    background: transparent; border: 1px solid var(--soft); border-radius: .5rem; cursor: pointer }
  button.key { background: var(--key); color: var(--on-key); border-color: var(--key-line) }
  header { width: 100%; max-width: 27rem; font-weight: 600 }
  header a, header span { display: inline-flex; align-items: center; gap: .75rem; color: inherit; text-decoration: none }
  header img { display: block; max-height: 2.5rem; max-width: 8rem }
  dl { margin: 1rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: .2rem .8rem }
  dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .45rem 0 }
  dl div + div { border-top: 1px solid var(--line) }
  dt { color: var(--soft); overflow-wrap: break-word } dd { margin: 0; font-weight: 600; text-align: right }
  a.action { display: grid; place-items: center; min-height: 2.9rem; margin-top: .75rem; padding: .5rem; font-weight: 600;
    text-decoration: none; text-align: center; color: inherit; border: 1px solid var(--soft); border-radius: .5rem }
  a.action.key { background: var(--key); color: var(--on-key); border-color: var(--key-line) }
  [data-outcome=confirmed] h1 { color: var(--good) } [data-outcome=failed] h1 { color: var(--bad) }
  @media (min-height: 30rem) { form.decide, form.decide + form { position: sticky; background: var(--card) }
    form.decide { bottom: 4.65rem } form.decide + form { bottom: 0; padding-bottom: 1rem }
    html:has(form.decide) { scroll-padding-bottom: 9rem } html:has(form .limits) { scroll-padding-bottom: 20rem } }
  @media (max-height: 38rem) { form.decide:has(.limits), form.decide:has(.limits) + form { position: static }
    html:has(form .limits) { scroll-padding-bottom: 0 } }
  .limits { margin: 0; padding-top: .25rem; font-size: .85rem; line-height: 1.35; border-top: 1px solid var(--line) } .limits span { color: var(--ink) }
  a { color: var(--link) } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
`)

/** The contents of a page. */
export interface Page {
  /** BCP 47. */
  readonly lang: string
  readonly title: string
  readonly content: Markup
  /** Shown before the title in the browser's tab; a screen reader reads it first. */
  readonly prefix?: string | undefined
  /** The store whose name and logo are shown above the content, in its accent color. */
  readonly store?: StoreIdentity | undefined
  /** The page's result in one word, for scripts. */
  readonly outcome?: string | undefined
  readonly head?: Markup | undefined
}

/** The layout of every public page. It works on a phone, in dark mode, with a screen reader and without scripts. */
export function layout({ lang, title, content, prefix, store, outcome, head }: Page): string {
  return markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${head}
<title>${prefix && `${prefix} `}${title}${store && ` · ${store.name}`}</title>
<style>${STYLE}${store?.accent_color && accentStyle(store.accent_color)}</style>
</head>
<body>
${store && storeHeader(store)}
<main${outcome && markup` data-outcome="${outcome}"`}>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.html
}
