import express, { type Express, type Request, type Response } from "express"
import type { MedusaContainer } from "@medusajs/framework/types"
import { equals } from "../../src/domain/secrets"
import { errorLine } from "../failure"
import { refuseProduction } from "../refuse-production"
import { UNSAFE } from "./unsafe"
import { approvePayment } from "./approve-payment"
import { forgetAttempts } from "./forget-attempts"
import { shipOrder } from "./ship-order"
import { TestingProblem } from "./testing-problem"

/** What the test endpoints need. */
export interface Testing {
  app: Express
  container: MedusaContainer
  bank_control: string
  simulation_secret: string
}

/**
 * Adds the test endpoints to the store of this process. Each requires the header `Simulation-Secret` (403 otherwise):
 *
 * - `POST /testing/simulate-shipping/:order` ships everything that is not shipped yet
 * - `POST /testing/approve-payment/:payment` approves a payment as the shopper would, with a test card
 * - `POST /testing/forget-attempts` resets the limits of the authorization server
 */
export function addTestingRoutes({ app, container, bank_control, simulation_secret }: Testing): void {
  refuseProduction(UNSAFE)
  const add = (path: string, run: (id: string) => Promise<object>) =>
    app.post(`/testing/${path}`, express.json(), (request, response) => {
      void answer(request, response, simulation_secret, run)
    })
  add("simulate-shipping/:id", (id) => shipOrder(container, id))
  add("approve-payment/:id", (id) => approvePayment(container, bank_control, id))
  add("forget-attempts", () => forgetAttempts(container))
}

async function answer(
  request: Request,
  response: Response,
  secret: string,
  run: (id: string) => Promise<object>
): Promise<void> {
  try {
    if (!equals(request.get("simulation-secret") ?? "", secret))
      throw new TestingProblem(
        403,
        "The header Simulation-Secret must have the secret that the demo printed."
      )
    response.json(await run(request.params.id ?? ""))
  } catch (error) {
    const status = error instanceof TestingProblem ? error.status : 500
    response.status(status).json({ message: errorLine(error), detail: errorLine(error) })
  }
}
