import type { TokenLifetimes } from "../../../domain/token-lifetimes"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { Page } from "../../../lib/keyset-page"
import type { OwnGrant } from "../../../modules/oauth/own-grants"
import { clientNames } from "../../../queries/client/client-names"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import type { RawReply } from "../../../gateway/reply"
import type { Person } from "../interaction/person"
import { oauthOf } from "../oauth-module"
import { type EndingGrant, type NamedCard, accountPage } from "../pages/account-page"
import { pageProblem } from "../pages/fail-page"
import { textsFor } from "../pages/languages"
import type { LoginFault } from "../pages/login-page"
import { storePage } from "../pages/oauth-page"
import { NOTICES } from "../pages/oauth-texts"
import { Parameters, valueOf } from "../parameters"
import { type Account, accountOf, tokenOf, withCookie } from "./account"
import { renderAccountLogin } from "./log-in-to-account"

/** How many consents, and how many cards, are on one page. */
const PAGE_SIZE = 20

/**
 * `GET /account`: what a customer has allowed: the clients that may act for them and their saved cards, each with a
 * button that ends it. Shows the login page when no customer is logged in. The parameters `consents` and `cards` are
 * cursors of the two lists, and `done` is what the last form has done, or that its browser sent no cookie.
 */
export const showAccount = operation({
  access: "discovery",
  input: Parameters,
  async run(parameters, call) {
    const account = await accountOf(call)
    const { customer } = account
    const made = customer
      ? await renderAccount({ ...account, customer }, parameters, call)
      : await renderAccountLogin(account, call, faultIn(parameters))
    return withCookie(made, account, call)
  },
})

const faultIn = (parameters: URLSearchParams): LoginFault | undefined =>
  parameters.get("done") === "no_cookie" ? { kind: "no_cookie" } : undefined

async function renderAccount(
  account: Account & { readonly customer: Person },
  parameters: URLSearchParams,
  call: Call
): Promise<RawReply> {
  const { address, customer, is_own_login } = account
  const texts = textsFor(call.headers["accept-language"])
  const view = {
    address,
    token: tokenOf(account),
    email: customer.email,
    is_own_login,
    notice: NOTICES.find((notice) => notice === parameters.get("done")),
    consents: await consentsOf(customer.id, valueOf(parameters, "consents"), call),
    is_later_page: parameters.has("consents"),
    cards: await cardsOf(customer.id, valueOf(parameters, "cards"), call),
  }
  return storePage(call, texts, (store) => accountPage(texts, store, view))
}

async function consentsOf(
  customer_id: string,
  cursor: string | undefined,
  call: Call
): Promise<Page<EndingGrant>> {
  const { rows, next_cursor } = found(await oauthOf(call).ownGrants.list(customer_id, PAGE_SIZE, cursor))
  const { token_lifetimes } = await policyOf(call).settings()
  return {
    rows: rows.map((grant) => ({ ...grant, ends_at: endOf(grant, token_lifetimes) })),
    next_cursor,
  }
}

/**
 * When an access ends at the latest: no token is issued after the end of the consent, and an access token lives on. Tokens
 * that were issued before the merchant has shortened the lifetimes, which are in seconds, keep their own ends.
 */
function endOf(
  { created_at, expires_at, is_renewable }: OwnGrant,
  { consent, access }: TokenLifetimes
): Date {
  const end = is_renewable ? created_at.getTime() + (consent + access) * 1000 : 0
  return new Date(Math.max(end, expires_at.getTime()))
}

async function cardsOf(
  customer_id: string,
  cursor: string | undefined,
  { container }: Call
): Promise<Page<NamedCard>> {
  const { cards } = container.resolve<BankService>(BANK_MODULE)
  const { rows, next_cursor } = found(await cards.listOf(customer_id, PAGE_SIZE, cursor))
  const ids = rows.map(({ client_id }) => client_id)
  const nameOf = await clientNames(container, ids)
  return { rows: rows.map((card) => ({ ...card, client_name: nameOf(card.client_id) })), next_cursor }
}

/** A list is undefined for a cursor that it has not returned. */
function found<Row>(page: Page<Row> | undefined): Page<Row> {
  if (!page) throw pageProblem("not_understood")
  return page
}
