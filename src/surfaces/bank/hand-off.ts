import { z } from "@medusajs/framework/zod"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { Call } from "../../gateway/call"
import { cardPage } from "../../gateway/customer-pages/card-page"
import { settingOf } from "../../gateway/customer-pages/customer-page"
import { paymentPage } from "../../gateway/customer-pages/payment-page"
import { operation } from "../../gateway/operation"
import type { RawReply } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"
import { bankFormPage, deadLinkPage, openingPage } from "./hand-off-page"

const input = z.object({ nonce: PathId })

/**
 * The link of a payment, or of a card to be saved, whose bank requires a form post. A GET changes nothing, so a
 * messenger's preview or a browser's prefetch does not use the link up; the POST of the page does.
 */
export const showHandOff = operation({
  access: "discovery",
  input,
  run: ({ nonce }, call) => show(nonce, call),
})

/** Responds with the bank's form, once per link. */
export const handOff = operation({
  access: "discovery",
  input,
  async run({ nonce }, call) {
    const form = await bankOf(call).handOffs.use(nonce)
    return form ? bankFormPage(form, await settingOf(call)) : show(nonce, call)
  },
})

async function show(nonce: string, call: Call): Promise<RawReply> {
  const { handOffs, payments, cards } = bankOf(call)
  const found = await handOffs.find(nonce)
  if (!found) return deadLinkPage("unknown", await settingOf(call))
  const { subject_id: id, state } = found
  const payment = await payments.find({ id })
  const card = payment ? undefined : await cards.find({ id })
  if ((payment ?? card)?.status === "requires_action")
    return state === "open" ? openingPage(await settingOf(call)) : deadLinkPage(state, await settingOf(call))
  if (payment) return paymentPage(payment, call, 410)
  return card ? cardPage(card, call, 410) : deadLinkPage("unknown", await settingOf(call))
}

const bankOf = (call: Call) => call.container.resolve<BankService>(BANK_MODULE)
