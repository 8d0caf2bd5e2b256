import { z } from "@medusajs/framework/zod"
import type { Terms } from "../../../domain/card"
import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import { type CardToken, shownStatusOf } from "../../../modules/bank/models/card"
import type BankService from "../../../modules/bank/service"
import { clientNames } from "../../../queries/client/client-names"
import { Instant, LowerAmount } from "../../../gateway/card-charges"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { PathId } from "../../../gateway/schemas"
import { customerOf } from "../customer"
import { cardView } from "./list-cards"

const NAMES = ["max_amount", "max_per_month", "expires_at"] as const

const Input = z.strictObject({
  id: PathId,
  terms: z
    .strictObject({
      max_amount: LowerAmount.optional(),
      max_per_month: LowerAmount.optional(),
      expires_at: Instant.optional(),
    })
    .refine((terms) => Object.keys(terms).length > 0, `must contain at least one of ${NAMES.join(", ")}`),
})

/**
 * `PATCH /cards/{id}`: lowers what the card may be charged without the customer, from the next charge on. Throws
 * `card_not_found` also for a card of another customer, `invalid_state` for a card that is not active, and
 * `invalid_params` for a limit above the present one.
 */
export const lowerOwnCard = operation({
  access: "app:cards:manage",
  input: Input,
  async run({ id, terms }, call) {
    const { cards } = call.container.resolve<BankService>(BANK_MODULE)
    const lower = Object.fromEntries(Object.entries(terms).filter(([, limit]) => limit !== undefined))
    const card = await cards.lower(customerOf(call), id, lower)
    if (!card) throw await refusalOf(id, lower, call)
    const nameOf = await clientNames(call.container, [card.client_id])
    return { card: cardView(card, nameOf(card.client_id)) }
  },
})

async function refusalOf(id: string, lower: Partial<Terms>, call: Call) {
  const { cards } = call.container.resolve<BankService>(BANK_MODULE)
  const card = await cards.findOf(customerOf(call), id)
  if (!card) return problem("card_not_found")
  const status = shownStatusOf(card)
  if (status !== "active") return problem("invalid_state", { status }, "The card can no longer be charged.")
  return problem("invalid_params", { issues: issuesOf(card, lower) })
}

function issuesOf({ terms }: CardToken, lower: Partial<Terms>) {
  const raised = NAMES.filter((name) => isAbove(lower[name], terms[name]))
  return raised.map((name) => {
    const message = `can only be lowered: the limit is ${terms[name]} (got ${lower[name]})`
    return { path: `terms.${name}`, message }
  })
}

const isAbove = (now: string | number | undefined, before: string | number) =>
  typeof now === "string" ? Date.parse(now) > Date.parse(String(before)) : Number(now ?? 0) > Number(before)
