import type { CardFields, CardMistakes } from "./card-form"
import type { CardFacts } from "./cards"
import { html, type Html } from "./html"
import { CHALLENGE_CODE } from "./sca"
import type { Terms } from "./token"

/** The content of every page of one customer's session. Amounts in minor units. */
export interface PageContent {
  merchantName: string
  description: string | null
  /** Null when only a card is saved and nothing is charged. */
  amount: number | null
  currency: string
  /** The later charges that the customer agrees to, when a card is saved. */
  saving: { usage: string; terms: Terms } | null
  csrf: string
  /** Whether the customer can pay by Bizum instead of by card. */
  offers_bizum?: boolean
}

/** The card form. After an error it shows the invalid fields, and never repeats the number or security code. */
export function cardPage(content: PageContent, mistakes: CardMistakes = {}, expiry = ""): string {
  const failed = Object.keys(mistakes).length > 0
  const fields = html` ${field({ name: "number", label: "Card number", hint: "cc-number", mistake: mistakes.number })}
    <div class="pair">
      ${field({ name: "expiry", label: "Expiry (MM/YY)", hint: "cc-exp", mistake: mistakes.expiry, value: expiry })}
      ${field({ name: "cvv", label: "Security code (CVV)", hint: "cc-csc", secret: true, mistake: mistakes.cvv })}
    </div>
    <div class="actions">
      <button name="action" value="pay" class="primary">Continue</button>
      <button name="action" value="cancel" formnovalidate>Cancel</button>
    </div>`
  const alert = failed ? html`<p class="alert" role="alert">Check the marked fields.</p>` : null
  const title = content.amount === null ? "Save a card" : "Pay by card"
  const other = content.offers_bizum
    ? html`<h2>Pay by Bizum</h2>
        ${bizumForm(content)}`
    : null
  return page(title, html`${summary(content)}${alert}${form(content, fields)}${other}`, failed)
}

/** The form of a payment by Bizum only: the customer's telephone number. */
export function bizumPage(content: PageContent): string {
  return page("Pay by Bizum", html`${summary(content)}${bizumForm(content)}`)
}

function bizumForm(content: PageContent): Html {
  const fields = html` ${field({ name: "phone", label: "Telephone number", hint: "tel-national" })}
    <div class="actions">
      <button name="action" value="bizum" class="primary">Pay by Bizum</button>
      <button name="action" value="cancel" formnovalidate>Cancel</button>
    </div>`
  return form(content, fields)
}

/** The challenge: a field for the code, and a button for each way to end it. */
export function challengePage(
  content: PageContent,
  card: CardFacts,
  triesLeft: number | null = null
): string {
  const mistake = triesLeft === null ? undefined : `The code is wrong. Attempts left: ${triesLeft}.`
  const fields = html` <p>
      Your bank requires you to confirm your identity. Card: ${card.brand} •••• ${card.last4}.
    </p>
    <p>In this test bank the code is always <strong>${CHALLENGE_CODE}</strong>.</p>
    ${field({ name: "code", label: "Code", hint: "one-time-code", mistake })}
    <div class="actions">
      <button name="action" value="approve" class="primary">Approve</button>
      <button name="action" value="decline" formnovalidate>Decline</button>
      <button name="action" value="cancel" formnovalidate>Cancel</button>
      <button name="action" value="timeout" formnovalidate>Let it time out</button>
    </div>`
  const alert = mistake ? html`<p class="alert" role="alert">${mistake}</p>` : null
  return page(
    "Confirm it is you",
    html`${summary(content)}${alert}${form(content, fields)}`,
    triesLeft !== null
  )
}

/** A page with one message, and a link back to the merchant when it is known. */
export function messagePage(title: string, message: string, returnUrl: string | null = null): string {
  const back = returnUrl ? html`<p><a href="${returnUrl}">Back to the shop</a></p>` : null
  return page(
    title,
    html`<p>${message}</p>
      ${back}`
  )
}

/** An amount in minor units, formatted for people: "RON 159.00". */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

function summary({ merchantName, description, amount, currency, saving }: PageContent): Html {
  return html`<dl>
      <dt>To</dt>
      <dd>${merchantName}</dd>
      ${
        description
          ? html`<dt>For</dt>
              <dd>${description}</dd>`
          : null
      }
      <dt>Amount</dt>
      <dd class="amount">${amount === null ? "No money is taken now" : formatAmount(amount, currency)}</dd>
    </dl>
    ${saving ? html`<p class="saving">${agreement(merchantName, saving, currency)}</p>` : null}`
}

function agreement(
  merchantName: string,
  { usage, terms: { max_amount, max_per_month, expires_at } }: NonNullable<PageContent["saving"]>,
  currency: string
): string {
  const limits = [
    max_amount !== null && `at most ${formatAmount(max_amount, currency)} each time`,
    max_per_month !== null && `at most ${formatAmount(max_per_month, currency)} in a month`,
    expires_at !== null && `until ${expires_at.slice(0, 10)}`,
  ].filter(Boolean)
  return `Your card is saved: ${[`${merchantName} may charge it later without asking you (${usage})`, ...limits].join(", ")}.`
}

function form({ csrf }: PageContent, fields: Html): Html {
  return html`<form method="post" autocomplete="on">
    <input type="hidden" name="csrf" value="${csrf}" />${fields}
  </form>`
}

interface Field {
  name: keyof CardFields | "code" | "phone"
  label: string
  hint: string
  secret?: boolean
  value?: string
  mistake?: string
}

function field({ name, label, hint, secret, value = "", mistake }: Field): Html {
  const wrong = mistake ? html` aria-invalid="true" aria-describedby="${name}-mistake"` : null
  return html`<p class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${secret ? "password" : "text"}"
      inputmode="numeric"
      autocomplete="${hint}"
      value="${value}"
      required${wrong}
    />
    ${mistake ? html`<span class="mistake" id="${name}-mistake">${mistake}</span>` : null}
  </p>`
}

// Screen readers read the title first, so it announces an error.
function page(title: string, content: Html, failed = false): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${failed ? "Error: " : ""}${title} – Test bank</title>
        <link rel="stylesheet" href="/sca.css" />
      </head>
      <body>
        <main>
          <p class="notice">Test bank: no real cards, no real money.</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text
}
