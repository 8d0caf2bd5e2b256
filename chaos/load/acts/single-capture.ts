import { moveByAgent } from "../agent-moves"
import { drawPart } from "../amounts"
import type { Action, Opened, Purchase, Traits } from "../purchase"
import { moveByStaff } from "../staff"
import { onOrder } from "./afterwards"

const authorized = ({ is_manual_capture }: Traits) => is_manual_capture
const byAgent = (traits: Traits) => authorized(traits) && traits.origin === "agent"

/** The captures of a bank that captures an authorization once. */
export const SINGLE_CAPTURES: readonly Action[] = [
  { name: "capture all by staff", weight: 3, fits: authorized, run: onOrder(captureAll(moveByStaff)) },
  { name: "capture all by the agent", weight: 4, fits: byAgent, run: onOrder(captureAll(moveByAgent)) },
  { name: "capture a final part by the agent", weight: 4, fits: byAgent, run: onOrder(capturePart) },
]

function captureAll(move: typeof moveByStaff) {
  return (purchase: Purchase, opened: Opened): Promise<void> =>
    move(purchase, opened, { kind: "capture", amount: opened.amount })
}

/** The rest of the authorization is voided with the capture. */
async function capturePart(purchase: Purchase, opened: Opened): Promise<void> {
  const amount = drawPart(purchase.random, opened.amount)
  await moveByAgent(purchase, opened, { kind: "capture", amount, final: true })
}
