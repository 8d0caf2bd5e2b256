import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { operation } from "../operation"
import { PathId } from "../schemas"
import { askForCard, askTheBank, cardPage, outcomePage } from "../shopper-return"

/** The shopper's browser after SCA (spec: Endpoints, A2A): asks the bank and tells the truth. */
export const scaReturn = operation({
  access: "discovery",
  input: z.object({ taskId: PathId }),
  async run({ taskId }, call) {
    const { waits_for: id } = await call.container.resolve<AgentService>(AGENT_MODULE).retrieve(taskId)
    const { payments, cards } = call.container.resolve<BankService>(BANK_MODULE)
    const payment = id && (await payments.find({ id }))
    if (payment) return outcomePage(await askTheBank(call, payment))
    const card = id && (await cards.find({ id }))
    if (card) return cardPage(await askForCard(call, card))
    throw problem("task_not_found", { task_id: taskId })
  },
})
