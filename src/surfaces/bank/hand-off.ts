import { z } from "@medusajs/framework/zod"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { Call } from "../call"
import { operation } from "../operation"
import type { RawReply } from "../reply"
import { PathId } from "../schemas"
import { cardPage, outcomePage } from "../shopper-return"
import { bankFormPage, deadLinkPage, openingPage } from "./hand-off-page"

const input = z.object({ nonce: PathId })

/**
 * The link of a payment, or of a card to be kept, whose bank wants a form posted. Looking changes nothing, so whoever looks first, a messenger's
 * preview or the browser itself, uses nothing up: the page's own POST does.
 */
export const showHandOff = operation({
  access: "discovery",
  input,
  run: ({ nonce }, call) => show(nonce, call),
})

/** Answers with the bank's form, once. */
export const handOff = operation({
  access: "discovery",
  input,
  async run({ nonce }, call) {
    const form = await bankOf(call).handOffs.use(nonce)
    return form ? bankFormPage(form) : show(nonce, call)
  },
})

async function show(nonce: string, call: Call): Promise<RawReply> {
  const { handOffs, payments, cards } = bankOf(call)
  const found = await handOffs.find(nonce)
  if (!found) return deadLinkPage("unknown")
  const { subject_id: id, state } = found
  const payment = await payments.find({ id })
  const card = payment ? undefined : await cards.find({ id })
  if ((payment ?? card)?.status === "requires_action")
    return state === "open" ? openingPage() : deadLinkPage(state)
  if (payment) return outcomePage(payment, 410)
  return card ? cardPage(card, 410) : deadLinkPage("unknown")
}

const bankOf = (call: Call) => call.container.resolve<BankService>(BANK_MODULE)
