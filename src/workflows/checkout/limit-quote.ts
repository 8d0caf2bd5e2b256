import type { MedusaContainer } from "@medusajs/framework/types"
import { problemIn } from "../../domain/errors"
import type { Quote, Session } from "../../modules/agent/models/session"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/**
 * The quote of a checkout, with a notice if the client's spending limits do not allow its total now. The agent thus knows
 * before its buyer pays; the binding check is made when the checkout is completed.
 */
export async function limited(
  quote: Quote,
  { kind, client_id }: Pick<Session, "kind" | "client_id">,
  container: MedusaContainer
): Promise<Quote> {
  const { total: amount, currency, notices } = quote
  if (kind === "cart" || amount === 0) return quote
  const { spending } = container.resolve<BankService>(BANK_MODULE)
  const reason = await spending.check({ client_id, amount, currency }).then(() => undefined, reasonIn)
  return reason ? { ...quote, notices: [...notices, { code: "spending_limit", reason }] } : quote
}

function reasonIn(thrown: unknown): string {
  const refusal = problemIn(thrown)
  if (refusal?.code !== "spending_limit") throw thrown
  return refusal.message
}
