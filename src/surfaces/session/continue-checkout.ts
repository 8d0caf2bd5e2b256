import { z } from "@medusajs/framework/zod"
import type { CheckoutStatus } from "../../domain/checkout"
import { problem } from "../../domain/errors"
import { sessionById } from "../../queries/sessions"
import { checkoutStatus, isFree } from "../../workflows/session/standing"
import { markup } from "../markup"
import { operation } from "../operation"
import { redirect } from "../reply"
import { PathId } from "../schemas"
import { shopperPage } from "../shopper-page"

const CheckoutKey = z.object({ id: PathId })
type CheckoutKey = z.infer<typeof CheckoutKey>

const OPEN = {
  title: "Your purchase is being prepared",
  text: "Go on in the app or with the assistant you came from. Nothing has been paid.",
}

const WORDS: Record<CheckoutStatus, { title: string; text: string }> = {
  incomplete: OPEN,
  ready_for_complete: OPEN,
  requires_escalation: OPEN,
  complete_in_progress: {
    title: "Waiting for the bank",
    text: "The bank has not told us the outcome yet. Look again in a moment.",
  },
  completed: { title: "Order placed", text: "The bank has confirmed your payment. You can close this page." },
  canceled: {
    title: "Purchase canceled",
    text: "The purchase was canceled, or took too long. Nothing has been paid.",
  },
}

/** The same where nothing is to be paid. */
const FREE: Partial<typeof WORDS> = {
  complete_in_progress: {
    title: "Your order is being placed",
    text: "Look again in a moment. There is nothing to be paid.",
  },
  completed: { title: "Order placed", text: "There was nothing to be paid. You can close this page." },
}

/** Where the buyer goes on by `continue_url`: to the bank, when it waits for the proof, otherwise told how it stands. */
export const continueCheckout = operation({
  access: "discovery",
  input: CheckoutKey,
  async run({ id }: CheckoutKey, { container }) {
    const session = await sessionById(container, id)
    if (session?.kind !== "checkout") throw problem("not_found", {}, "There is no such purchase.")
    const status = checkoutStatus(session)
    const bank = session.attempt?.redirect_url
    if (status === "requires_escalation" && bank) return redirect(bank)
    const { title, text } = (isFree(session) && FREE[status]) || WORDS[status]
    return shopperPage({ outcome: status, title, content: markup`<p>${text}</p>` })
  },
})
