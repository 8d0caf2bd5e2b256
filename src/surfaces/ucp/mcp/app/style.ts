/**
 * The style of the document. Colors, font and corners are the standard variables of MCP Apps, which the host may set; the
 * values here apply in a host that does not.
 */
export const STYLE = `
  :root { color-scheme: light dark;
    --color-background-primary: light-dark(#fff, #1b1e25); --color-background-secondary: light-dark(#f3f4f7, #262a33);
    --color-background-inverse: light-dark(#1d4ed8, #8ab4ff); --color-text-inverse: light-dark(#fff, #0b1220);
    --color-text-primary: light-dark(#16181d, #eceef2); --color-text-secondary: light-dark(#5b6270, #a3abb9);
    --color-text-success: light-dark(#17693a, #6fd39a); --color-text-danger: light-dark(#b42318, #ff9b90);
    --color-border-primary: light-dark(#d8dce3, #3a404c); --color-ring-primary: light-dark(#1d4ed8, #8ab4ff);
    --border-radius-md: .6rem; --font-sans: system-ui, sans-serif }
  * { box-sizing: border-box }
  body { margin: 0; padding: 1rem; background: var(--color-background-primary); color: var(--color-text-primary);
    font: 1rem/1.45 var(--font-sans); overflow-wrap: anywhere }
  h1 { margin: 0 0 .75rem; font-size: 1.2rem } h2 { margin: 0; font-size: 1rem; line-height: 1.3 } p { margin: .5rem 0 }
  h1:empty, p:empty { display: none }
  ul, dl { margin: 0; padding: 0; list-style: none }
  .cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)) }
  .cards li, .card { display: flex; flex-direction: column; gap: .35rem; padding: .6rem;
    border: 1px solid var(--color-border-primary); border-radius: var(--border-radius-md) }
  .card { max-width: 26rem } .cards p, .card p { margin: 0 }
  .picture { display: block; flex: none; background: var(--color-background-secondary); border-radius: var(--border-radius-md);
    overflow: hidden; aspect-ratio: 4 / 3 }
  .picture img { display: block; width: 100%; height: 100%; object-fit: cover }
  .price { font-weight: 600 } .cards .price { margin-top: auto } .price s, .soft, .stock { color: var(--color-text-secondary); font-weight: 400 }
  .soft, .stock, .message { font-size: .9rem } .in_stock { color: var(--color-text-success) }
  .out_of_stock { color: var(--color-text-danger) } .description { white-space: pre-line }
  #content { max-width: 60rem } .lines, .totals, #actions { max-width: 32rem }
  .lines li { display: flex; align-items: center; gap: .75rem; padding: .5rem 0 }
  .lines .picture { width: 3rem; aspect-ratio: 1 } .name { flex: 1 } .amount { white-space: nowrap }
  .totals { border-top: 1px solid var(--color-border-primary); padding-top: .5rem }
  .totals div { display: flex; justify-content: space-between; gap: 1rem; padding: .15rem 0 }
  dt { color: var(--color-text-secondary) } dd { margin: 0; white-space: nowrap }
  .sum, .sum dt { color: inherit; font-weight: 700 } #status, .order { font-weight: 600 }
  .message { padding: .4rem .6rem; border-left: 3px solid var(--color-border-primary) } .address { user-select: all }
  button { width: 100%; min-height: 2.75rem; margin-top: .75rem; font: inherit; font-weight: 600; color: inherit;
    background: transparent; border: 1px solid var(--color-text-secondary); border-radius: var(--border-radius-md);
    cursor: pointer }
  #pay { background: var(--color-background-inverse); color: var(--color-text-inverse); border-color: transparent }
  :focus-visible { outline: 3px solid var(--color-ring-primary); outline-offset: 2px }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`
