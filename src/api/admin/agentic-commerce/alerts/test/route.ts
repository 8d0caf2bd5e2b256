import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { destinationStates, type Missing } from "../../../../../workflows/alert/destinations"
import { sendTestAlert } from "../../../../../workflows/alert/send-test-alert"
import { notAllowed, policyOf, staffOf } from "../../modules"
import type { TestAlert } from "../validators"

const STEPS: Record<Missing, string> = {
  address: "Save an address first.",
  provider: "Add a notification provider for its channel to the store first.",
  secret: "Create the signing secret first.",
}

/** Sends a test alert to a destination as it is saved, and responds with the result. */
export async function POST(req: AuthenticatedMedusaRequest<TestAlert>, res: MedusaResponse): Promise<void> {
  const { destination } = req.validatedBody
  const state = (await destinationStates(req.scope)).find((one) => one.destination === destination)
  if (state?.missing)
    throw notAllowed(`The destination ${destination} is not set up. ${STEPS[state.missing]}`)
  await policyOf(req).audit.alertTested(destination, staffOf(req))
  res.json({ test: await sendTestAlert(destination, req.scope) })
}
