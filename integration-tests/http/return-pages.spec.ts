import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually, type Task } from "../support/agent"
import { tokenize } from "../support/cards"
import { sql } from "../support/database"
import { adminPost, orderNumber, refundInAdmin } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS, authenticate, type ShopperAction } from "../support/shopper"
import { STOREFRONT_PAGES } from "../support/store-keys"
import { world } from "../support/world"

const LANGUAGES = ["en", "ro"] as const
type Language = (typeof LANGUAGES)[number]

let agent: Agent
let store: string
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:tokenize")
  store = String((await sql<{ name: string }>("select name from store where deleted_at is null"))[0]?.name)
})

/** A payment that ended at the bank with this customer action and card. */
async function ended(action: ShopperAction, card?: string, input: object = {}): Promise<Task> {
  const task = await agent.createPayment(input as Record<string, unknown>)
  await authenticate(task.artifacts.sca_redirect_url, action, card)
  return agent.settled(task.task_id)
}

const declined = (card: string) => () => ended("approve", card)

/** A payment declined with a code that no test card produces. */
const declinedWith = (code: string) => async () => {
  const task = await ended("decline")
  await change(task, "decline_code = $2, decline_message = '<i>raw</i>'", code)
  return task
}

const change = ({ artifacts }: Task, what: string, ...values: unknown[]) =>
  sql(`update gw_payment set ${what} where id = $1`, [artifacts.payment_id, ...values])

const NOT_CHARGED = { en: "You were not charged.", ro: "Nu s-au luat bani de pe card." }

interface Case {
  readonly outcome: string
  readonly make: () => Promise<Task>
  readonly en: readonly string[]
  readonly ro: readonly string[]
}

/** The situations of a payment. Of the texts, the first is the heading and the others are sentences on the page. */
const CASES: Record<string, Case> = {
  paid: {
    outcome: "confirmed",
    make: () => ended("approve"),
    en: ["Payment confirmed", "prepares your order"],
    ro: ["Plată confirmată", "pregătește comanda"],
  },
  authorized: {
    outcome: "confirmed",
    make: () => ended("approve", undefined, { capture: "manual" }),
    en: ["Amount reserved", "You have not been charged yet", "usually when it ships your order"],
    ro: ["Sumă rezervată", "Încă nu s-a încasat nimic", "de obicei la expedierea comenzii"],
  },
  released: {
    outcome: "failed",
    make: async () => {
      const task = await ended("approve", undefined, { capture: "manual" })
      const order = await orderNumber(task.artifacts.shop_order_id)
      expect((await adminPost(`/admin/orders/${order.id}/cancel`, {})).status).toBe(200)
      await eventually(async () => {
        const query = "select status from gw_payment where id = $1 and status = 'voided'"
        return (await sql(query, [task.artifacts.payment_id]))[0]
      })
      return task
    },
    en: ["Reservation released", "no longer reserved"],
    ro: ["Rezervare eliberată", "nu mai este rezervată"],
  },
  "declined for insufficient funds": {
    outcome: "failed",
    make: declined(CARDS.insufficient_funds),
    en: [
      "Payment declined",
      NOT_CHARGED.en,
      "not enough money on the account",
      "Pay again with another card",
    ],
    ro: ["Plată refuzată", NOT_CHARGED.ro, "Nu sunt destui bani", "Plătiți din nou cu alt card"],
  },
  "declined for an expired card": {
    outcome: "failed",
    make: declined("4000000000000069"),
    en: ["Payment declined", "The card has expired.", "a card that is still valid"],
    ro: ["Plată refuzată", "Cardul a expirat.", "un card încă valabil"],
  },
  "declined for a wrong security code": {
    outcome: "failed",
    make: declined("4000000000000127"),
    en: ["Payment declined", "The security code is wrong."],
    ro: ["Plată refuzată", "Codul de securitate este greșit."],
  },
  "declined without a reason": {
    outcome: "failed",
    make: declined(CARDS.do_not_honor),
    en: ["Payment declined", "without a reason", "ask your bank"],
    ro: ["Plată refuzată", "fără să ne comunice motivul", "întrebați banca"],
  },
  "declined for a card reported stolen": {
    outcome: "failed",
    make: declined("4000000000009979"),
    en: ["Payment declined", "without a reason"],
    ro: ["Plată refuzată", "fără să ne comunice motivul"],
  },
  "declined after a failed authentication": {
    outcome: "failed",
    make: () => ended("decline"),
    en: ["Payment declined", "could not confirm that it was you"],
    ro: ["Plată refuzată", "nu a putut confirma că dumneavoastră"],
  },
  "declined because the bank was silent": {
    outcome: "failed",
    make: declinedWith("issuer_unavailable"),
    en: ["Payment declined", "Your bank did not answer.", "in some minutes"],
    ro: ["Plată refuzată", "Banca dumneavoastră nu a răspuns.", "peste câteva minute"],
  },
  "declined with an unknown code": {
    outcome: "failed",
    make: declinedWith("<script>bank_word</script>"),
    en: ["Payment declined", "The bank declined the payment."],
    ro: ["Plată refuzată", "Banca a refuzat plata."],
  },
  "canceled by the customer": {
    outcome: "failed",
    make: () => ended("cancel"),
    en: ["Payment canceled", NOT_CHARGED.en, "go back to where you started"],
    ro: ["Plată anulată", NOT_CHARGED.ro, "reveniți acolo unde ați început"],
  },
  expired: {
    outcome: "failed",
    make: () => ended("timeout"),
    en: ["Payment expired", NOT_CHARGED.en, "The time to confirm"],
    ro: ["Plată expirată", NOT_CHARGED.ro, "Timpul pentru confirmarea plății"],
  },
  "still open": {
    outcome: "waiting",
    make: () => agent.createPayment(),
    en: ["Waiting for the bank", "reloads by itself", "Do not pay again", "Continue to the bank"],
    ro: [
      "Se așteaptă răspunsul băncii",
      "verifică din nou singură",
      "Nu plătiți din nou",
      "Continui la bancă",
    ],
  },
  "under review": {
    outcome: "checking",
    make: async () => {
      const task = await ended("approve")
      await change(task, "status = 'manual_review', review_reason = 'amount_mismatch'")
      return task
    },
    en: ["The store is checking your payment", "will contact you"],
    ro: ["Magazinul verifică plata dumneavoastră", "vă va contacta"],
  },
  refunded: {
    outcome: "refunded",
    make: async () => {
      const task = await ended("approve")
      const order = await orderNumber(task.artifacts.shop_order_id)
      expect((await refundInAdmin(order, 15)).status).toBe(200)
      return task
    },
    en: ["Payment refunded", "15.00 EUR of 15.00 EUR was refunded.", "a few days"],
    ro: ["Plată rambursată", "S-au rambursat 15,00 EUR din 15,00 EUR.", "câteva zile"],
  },
}

describe.each(Object.entries(CASES))("the page of a payment that is %s", (_, { make, outcome, ...said }) => {
  let task: Task
  beforeAll(async () => void (task = await make()))

  it.each(LANGUAGES)(
    "shows it in %s with the order, the amount and the store's name [BANK-74, BANK-75, A2A-52]",
    async (lang) => {
      const page = await opened(pathOf(task), lang)
      expect([page.status, page.outcome, page.lang, page.headers.get("content-language")]).toEqual([
        200,
        outcome,
        lang,
        lang,
      ])
      expect(page.headers.get("vary")).toContain("Accept-Language")
      const [title = "", ...sentences] = said[lang]
      expect(page.heading).toBe(title)
      for (const sentence of sentences) expect(page.text).toContain(sentence)
      expect(page.text).toContain(`${lang === "en" ? "15.00" : "15,00"} EUR`)
      expect(page.text).toMatch(
        new RegExp(`(Order number|Număr comandă)\\s*${task.artifacts.shop_order_id}\\b`)
      )
      expect(page.links).toEqual(
        expect.arrayContaining([STOREFRONT_PAGES.store_url, "https://agent.example/"])
      )
      expect(page.text).toContain(store)
      expect(page.html).not.toMatch(/<script|<i>|bank_word|amount_mismatch/)
      expect(page.html.includes('http-equiv="refresh"')).toBe(outcome === "waiting")
    }
  )
})

describe("the page of a payment", () => {
  let task: Task
  beforeAll(async () => void (task = await agent.createPayment()))

  it("cannot be framed or cached, and loads only the store's logo [BANK-74]", async () => {
    const { headers, html } = await opened(pathOf(task))
    const policy = headers.get("content-security-policy")?.split("; ")
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'none'",
        "img-src https://pictures.lamps.example",
      ])
    )
    expect(policy?.some((directive) => directive.startsWith("script-src"))).toBe(false)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(html).toContain(`<img src="${STOREFRONT_PAGES.logo_url}" alt="">`)
    expect(html).toContain("prefers-color-scheme: dark")
  })

  it.each([
    ["", 1],
    ["?look=1", 2],
    ["?look=99", 100],
    ["?look=-1", 1],
    ["?look=1e1", 1],
    ["?look=https://evil.example", 1],
  ])("reloads itself: after %j the next reload is number %i [BANK-76]", async (query, next) => {
    const { html } = await opened(pathOf(task) + query)
    expect(html).toContain(`<meta http-equiv="refresh" content="3; url=?look=${next}">`)
  })

  it.each(["?look=100", "?look=999"])(
    "offers a reload link instead after 100 reloads: %s [BANK-76]",
    async (query) => {
      const { html, text, links } = await opened(pathOf(task) + query)
      expect(html).not.toContain("http-equiv")
      expect(text).toContain("It takes longer than usual.")
      expect(links).toContain("?look=0")
    }
  )

  it("ignores all other query parameters [BANK-74]", async () => {
    const forged = "?lang=ro&store=Evil&amount=1&return_url=https://evil.example&outcome=confirmed"
    const { html } = await opened(pathOf(task) + forged)
    expect(html).toBe((await opened(pathOf(task))).html)
  })

  it("has no link to an agent that is revoked or has no web address [BANK-77]", async () => {
    const other = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { task_id } = await other.createPayment()
    const client = (what: string) =>
      sql(`update gw_oauth_client set ${what} where id = $1`, [other.client_id])
    const links = async () => (await opened(`/gw-a2a/v1/sca/return/${task_id}`)).links
    expect(await links()).toContain("https://agent.example/")
    await client("redirect_uris = '{http://127.0.0.1:7777/callback,com.example.agent:/callback}'")
    const without = await links()
    expect(without.filter((link) => /agent|127\.0/.test(link))).toEqual([])
    await client("redirect_uris = '{https://agent.example/callback}', status = 'revoked'")
    expect(await links()).toEqual(without)
  })

  it.each(LANGUAGES)(
    "reveals nothing about an unknown payment or one of another page, in %s [BANK-78]",
    async (lang) => {
      const title = { en: "Nothing found", ro: "Nu s-a găsit nimic" }[lang]
      const paths = [
        "/gw-a2a/v1/sca/return/task_000000000000000000000000",
        "/gw-bank/v1/return/pay_unknown",
        // An agent's payment has only the page of its task.
        `/gw-bank/v1/return/${task.artifacts.payment_id}`,
        `/gw-a2a/v1/sca/return/${task.artifacts.payment_id}`,
      ]
      for (const path of paths) {
        const page = await opened(path, lang)
        expect([page.status, page.heading, page.lang, page.links]).toEqual([404, title, lang, []])
        expect(page.text).not.toMatch(/pay_|task_|EUR/)
      }
    }
  )
})

describe("the other pages on the way to the bank and back", () => {
  it.each([
    ["en", "Waiting for the bank", "Card not saved"],
    ["ro", "Se așteaptă răspunsul băncii", "Card nesalvat"],
  ] as const)(
    "show the state of a card in the browser's language: %s [BANK-74]",
    async (lang, open, failed) => {
      const task = await tokenize(agent)
      expect((await opened(pathOf(task), lang)).heading).toBe(open)
      await authenticate(task.artifacts.sca_redirect_url, "decline")
      await agent.settled(task.task_id)
      const page = await opened(pathOf(task), lang)
      expect([page.heading, page.lang]).toEqual([failed, lang])
    }
  )

  it.each([
    ["en", "Unknown link"],
    ["ro", "Legătură necunoscută"],
  ] as const)("show an unknown link in the browser's language: %s [BANK-74]", async (lang, title) => {
    const page = await opened(`/gw-bank/v1/go/gwh_${"x".repeat(43)}`, lang)
    expect([page.status, page.heading, page.lang]).toEqual([404, title, lang])
  })
})

describe("the name of the store on its pages", () => {
  afterAll(() => sql("update store set name = $1", [store]))

  it("is escaped, whatever it contains [BANK-74]", async () => {
    const task = await agent.createPayment()
    await sql("update store set name = $1", [`<img src=x onerror=alert(1)> & "Lamps"`])
    const { html } = await opened(pathOf(task))
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Lamps&quot;")
    expect(html).not.toContain("<img src=x")
  })
})

const pathOf = ({ task_id }: Task) => `/gw-a2a/v1/sca/return/${task_id}`

/** A page as served to a browser with this preferred language. */
async function opened(path: string, lang: Language = "en") {
  const response = await fetch(world().base_url + path, {
    redirect: "manual",
    headers: { "accept-language": lang === "en" ? "en-US,en;q=0.9" : "ro-RO,ro;q=0.9,en;q=0.8" },
  })
  const html = await response.text()
  const { status, headers } = response
  const found = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    status,
    headers,
    html,
    lang: found(/<html lang="(\w+)"/),
    outcome: found(/data-outcome="(\w+)"/),
    heading: found(/<h1>([^<]+)<\/h1>/),
    links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href),
    text: html.replace(/<style>[^]*?<\/style>/, "").replace(/<[^>]+>/g, " "),
  }
}
