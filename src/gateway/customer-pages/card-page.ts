import type { CardToken } from "../../modules/bank/models/card"
import type { Call } from "../call"
import { markup } from "../markup"
import type { RawReply } from "../reply"
import { agentLink } from "./agent-link"
import { customerPage, linkTo, settingOf } from "./customer-page"
import { declineReason } from "./decline-reason"
import { reloadScript } from "./reload-script"
import { cardOutcomeOf } from "./payment-outcome"
import type { Texts } from "./texts"

/** The page with the outcome of saving a card. */
export async function cardPage(card: CardToken, call: Call, status = 200): Promise<RawReply> {
  const agent = await agentLink(card.client_id, call)
  const setting = await settingOf(call)
  const { texts } = setting
  const outcome = cardOutcomeOf(card)
  const { title, text } = texts.card[outcome]
  const waiting = outcome === "waiting" ? reloadScript(call, texts) : undefined
  const content = markup`<p>${text}${outcome === "failed" ? ` ${reasonOf(card, texts)}` : ""}</p>
${waiting?.content}${agent && linkTo(agent.url, texts.back_to(agent.host))}`
  return customerPage(setting, { outcome, title, head: waiting?.head, content }, status)
}

/** The reason why the bank did not save the card; empty when there is no more specific one. */
function reasonOf({ decline_code }: CardToken, { reasons }: Texts): string {
  const reason = declineReason(decline_code)
  return reason === "other" || reason === "store_failure" ? "" : reasons[reason].why
}
