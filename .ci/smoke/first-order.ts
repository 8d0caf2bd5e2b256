import { consent } from "../../integration-tests/support/oauth-client"
import { follow } from "../../integration-tests/support/tour"
import { readPage, sectionsOf } from "./markdown"
import { call, logIn, type Merchant, until } from "./store-api"

/** The parts of docs/tour.md that lead to the first paid order, as docs/install.md says. */
const PARTS = ["Discover", "Get access", "Pay"]

/** The blocks of the tour from the helpers to the paid order. Throws when a part has no block. */
export function tourBlocks(page: string): string[] {
  const [[, [, helpers] = []] = [], ...sections] = sectionsOf(page)
  const parts = [[helpers], ...PARTS.map((part) => sections.find(([title]) => title === part)?.[1] ?? [])]
  const blocks = parts.map((part) => part.flatMap((block) => (block?.language === "sh" ? [block.code] : [])))
  const missing = ["helpers", ...PARTS].filter((_, index) => !blocks[index]?.length)
  if (missing.length) throw new Error(`docs/tour.md has no commands for: ${missing.join(", ")}.`)
  return blocks.flat()
}

/** Follows the tour as the merchant. Throws when a command fails, or when the store then has no paid order of 15.00 EUR. */
export async function checkFirstOrder(base_url: string, merchant: Merchant): Promise<void> {
  await follow(tourBlocks(readPage("tour.md")), {
    base_url,
    consent: (address) => consent(address, { ...merchant, kind: "user" }),
  })
  const token = await logIn(base_url, merchant)
  await until("the store has the paid order of the tour", async () => {
    const list = `${base_url}/admin/orders?fields=status,payment_status,total,currency_code`
    const { orders } = await call<{ orders: Order[] }>(list, { token })
    return orders.some(
      ({ status, payment_status, total, currency_code }) =>
        status !== "canceled" && payment_status === "captured" && total === 15 && currency_code === "eur"
    )
  })
}

interface Order {
  readonly status: string
  readonly payment_status: string
  readonly total: number
  readonly currency_code: string
}
