import type { CardCharges } from "../../../domain/card-mandate"
import { isScope } from "../../../domain/scopes"
import type { Page } from "../../../lib/keyset-page"
import type { CardToken } from "../../../modules/bank/models/card"
import type { OwnGrant } from "../../../modules/oauth/own-grants"
import { linkTo } from "../../../gateway/customer-pages/customer-page"
import { moneyIn } from "../../../gateway/customer-pages/displayed-amount"
import { type Markup, markup } from "../../../gateway/markup"
import type { StoreIdentity } from "../../../gateway/pages/store-identity"
import type { PageParts } from "./oauth-page"
import { dateIn, type Notice, type Texts } from "./oauth-texts"

/** A saved card, and the client that may charge it. */
export type NamedCard = CardToken & { readonly client_name: string | null }

/** A consent, and when its access ends at the latest. */
export type EndingGrant = OwnGrant & { readonly ends_at: Date }

interface AccountView {
  /** The page's address, to which its forms post. */
  readonly address: string
  readonly token: string
  readonly email: string
  readonly is_own_login: boolean
  readonly notice: Notice | undefined
  readonly consents: Page<EndingGrant>
  /** Whether earlier pages list consents. */
  readonly is_later_page: boolean
  readonly cards: Page<NamedCard>
}

/** The account page: the clients that may act for the customer and the saved cards, each with a button that ends it. */
export function accountPage(texts: Texts, store: StoreIdentity, view: AccountView): PageParts {
  const { address, token, email, is_own_login, notice, consents, cards, is_later_page } = view
  const end = (action: string, id: string, label: string, name: string) =>
    form(view, action, label, { id, name })
  return {
    title: texts.account_title,
    content: markup`${notice && markup`<p role="status" class="notice">${texts.notices[notice]}</p>`}
<p>${consents.rows.length || is_later_page ? texts.account_intro(store.name) : texts.no_consents}</p>
<p class="soft">${texts.logged_in_as(email)}</p>
${consents.rows.length ? markup`<h2>${texts.account_consents}</h2>` : undefined}
${consents.rows.map((consent) => consentEntry(texts, consent, end("withdraw", consent.id, texts.withdraw, consent.client_name)))}
${more(texts, address, "consents", consents.next_cursor)}
${cards.rows.length ? markup`<h2>${texts.account_cards}</h2>` : undefined}
${cards.rows.map((card) => cardEntry(texts, card, end("remove", card.id, texts.remove_card, cardName(texts, card))))}
${more(texts, address, "cards", cards.next_cursor)}
${is_own_login ? form({ address, token }, "log_out", texts.log_out) : undefined}
${store.url && linkTo(store.url, texts.back_to(store.name))}`,
  }
}

function consentEntry(texts: Texts, consent: EndingGrant, end: Markup): Markup {
  const { client_name, scopes, authorization_details, created_at, ends_at } = consent
  return markup`<section class="entry">
<h3>${client_name}</h3>
<p class="soft">${texts.has_access(dateIn(texts, created_at), dateIn(texts, ends_at))}</p>
<details><summary>${texts.what_it_may}</summary>
<ul>
${scopes.map((scope) => markup`<li>${isScope(scope) ? texts.scopes[scope] : scope}</li>`)}
</ul>
</details>
${(authorization_details ?? []).map((mandate) => markup`<p>${texts.charges_cards} ${limitsText(texts, mandate)}</p>`)}
${end}
</section>`
}

function cardEntry(texts: Texts, card: NamedCard, end: Markup): Markup {
  const { currency, terms, client_id, client_name } = card
  const { max_amount, max_per_month, expires_at } = terms
  const limits = { currency, max_per_charge: max_amount, max_per_month, expires_at }
  return markup`<section class="entry">
<h3>${cardName(texts, card)}</h3>
<p>${texts.charged_by(client_name ?? client_id)} ${limitsText(texts, limits)}</p>
${end}
</section>`
}

function limitsText(texts: Texts, mandate: Omit<CardCharges, "type">): string {
  const { currency, max_per_charge, max_per_month, expires_at } = mandate
  const { lang } = texts
  return texts.limits(
    moneyIn(lang, max_per_charge, currency),
    moneyIn(lang, max_per_month, currency),
    dateIn(texts, new Date(expires_at))
  )
}

function cardName(texts: Texts, { brand, last4, exp_month, exp_year }: NamedCard): string {
  const named = brand && brand.charAt(0).toUpperCase() + brand.slice(1)
  const name = [named, last4 && `•••• ${last4}`].filter(Boolean).join(" ") || texts.a_card
  return exp_month && exp_year ? `${name}, ${String(exp_month).padStart(2, "0")}/${exp_year}` : name
}

const more = (texts: Texts, address: string, list: string, cursor: string | null): Markup | undefined =>
  cursor === null
    ? undefined
    : markup`<p><a href="${address}?${list}=${encodeURIComponent(cursor)}">${texts.show_more}</a></p>`

/** A form of one button. A screen reader reads which entry the button ends. */
function form(
  { address, token }: Pick<AccountView, "address" | "token">,
  action: string,
  label: string,
  entry?: { readonly id: string; readonly name: string }
): Markup {
  return markup`<form method="post" action="${address}">
<input type="hidden" name="token" value="${token}">
${entry && markup`<input type="hidden" name="id" value="${entry.id}">`}
<button name="action" value="${action}"${entry && markup` aria-label="${label}: ${entry.name}"`}>${label}</button>
</form>`
}
