/** The public test cards of Redsys that the simulator knows. */
export const REDSYS_CARDS = {
  approved: "4548810000000003",
  /** Later charges of the saved card are declined, because the issuer wants the customer. */
  needs_shopper: "4548817212493017",
  without_challenge: "4548814479727229",
  /** A valid number that is not one of Redsys' test cards. */
  declined: "4111111111111111",
} as const

const post = (url: string, fields: Readonly<Record<string, string>>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })

/** The address to which a response redirects the browser. Throws with the page's text if it does not redirect. */
async function next(response: Response, base: string): Promise<string> {
  const location = response.headers.get("location")
  if (!location) throw new Error(`the bank answered ${response.status} ${await response.text()}`)
  return new URL(location, base).href
}

/** Submits the form of the customer's page with these fields; returns where the browser goes next. */
export async function submitAtRedsys(
  page: string,
  fields: Readonly<Record<string, string>>
): Promise<string> {
  const html = await (await fetch(page)).text()
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? []
  return next(await post(page, { csrf, ...fields }), page)
}

/** Opens Redsys' page with the store's form; returns the customer's own page. */
export async function openRedsysPage(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  return next(await post(url, fields), url)
}

/**
 * Pays on Redsys' page as a customer does: posts the store's form, enters the card, and confirms the code. Returns the
 * address to which the customer is sent back.
 */
export async function payAtRedsys(
  url: string,
  fields: Readonly<Record<string, string>>,
  card: string = REDSYS_CARDS.approved
): Promise<string> {
  return payOnRedsysPage(await openRedsysPage(url, fields), card)
}

/** The same on the customer's own page. */
export async function payOnRedsysPage(page: string, card?: string): Promise<string> {
  const entered = await enterCard(page, card)
  return entered === page ? submitAtRedsys(page, { code: "123456", action: "approve" }) : entered
}

/** Enters a card on the customer's own page, which then shows the challenge or sends the customer back. */
export const enterCard = (page: string, card: string = REDSYS_CARDS.approved): Promise<string> =>
  submitAtRedsys(page, { number: card, expiry: "12/49", cvv: "123", action: "pay" })

/** Pays by Bizum on Redsys' page, alone or next to a card, with the telephone number of the test customer or another one. */
export async function payByBizum(
  url: string,
  fields: Readonly<Record<string, string>>,
  phone = "700000000"
): Promise<string> {
  return submitAtRedsys(await openRedsysPage(url, fields), { phone, action: "bizum" })
}

/** Enters a card that the issuer declines on Redsys' page. */
export function declineAtRedsys(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  return payAtRedsys(url, fields, REDSYS_CARDS.declined)
}
