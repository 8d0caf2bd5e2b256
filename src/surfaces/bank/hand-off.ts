import { z } from "@medusajs/framework/zod"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { Call } from "../call"
import { operation } from "../operation"
import type { RawReply } from "../reply"
import { outcomePage } from "../shopper-return"
import { bankFormPage, deadLinkPage, openingPage } from "./hand-off-page"

/** What cannot be a nonce is one that nobody has. */
const input = z.object({
  nonce: z
    .string()
    .regex(/^[\w-]+$/)
    .catch(""),
})

/**
 * The link of a payment whose bank wants a form posted. Looking changes nothing, so whoever looks first, a messenger's
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
  const { handOffs, payments } = bankOf(call)
  const found = await handOffs.find(nonce)
  if (!found) return deadLinkPage("unknown")
  const payment = await payments.retrieve(found.payment_id)
  if (payment.status !== "requires_action") return outcomePage(payment, 410)
  return found.state === "open" ? openingPage() : deadLinkPage(found.state)
}

const bankOf = (call: Call) => call.container.resolve<BankService>(BANK_MODULE)
