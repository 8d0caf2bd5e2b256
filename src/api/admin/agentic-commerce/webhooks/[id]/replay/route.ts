import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { staffOf } from "../../../modules"
import { answerWith } from "../../../problem-answer"
import type { ReplayDeliveries } from "../../validators"
import { webhookIn, webhooksOf } from "../../webhooks"

const STATES = { dead: ["dead"], all: ["delivered", "dead"] } as const

/**
 * Schedules deliveries again, oldest first: those that were given up, or all. At most a thousand per call;
 * `next_cursor` continues.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<ReplayDeliveries>,
  res: MedusaResponse
): Promise<void> {
  const webhooks = webhooksOf(req)
  const { id } = await webhookIn(req)
  const { state, ...range } = req.validatedBody
  const selection = { ...range, subscription_id: id, states: STATES[state] }
  const replayed = webhooks.managed.deliveries.replay(selection, staffOf(req)).then((body) => {
    webhooks.wake()
    return { status: 202, body }
  })
  await answerWith(res, replayed)
}
