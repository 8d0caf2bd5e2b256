import { randomBytes } from "node:crypto"
import { ADMIN } from "../shop/logins"
import type { SeededShop } from "../seed"
import type { Store } from "../serve"
import type { Demo } from "../steps"
import { adminHeaders } from "../surfaces"
import { approvePayment } from "./approve-payment"
import { consentingCustomers, issueCredentials } from "./credentials"
import { ensureFixtures, ensureSuiteCustomer } from "./ensure-fixtures"
import { envText, suiteVariables, writeEnvFile } from "./env-file"
import { forgetAttempts } from "./forget-attempts"
import { liftLimits } from "./lift-limits"
import type { Fixtures } from "./read-fixtures"
import { SuiteProxy } from "./suite-proxy"
import { addTestingRoutes } from "./testing-routes"

/**
 * Prepares a running store for conformance suites: its fixtures, its settings, its credentials, the test endpoints and
 * the suite proxy. Returns the text of the env file, and writes it if a file was given.
 */
export async function prepareConformance(
  { options, at, stops }: Demo,
  { app, container }: Store,
  { publishable_key, sales_channel_id }: SeededShop,
  fixtures: Fixtures | undefined
): Promise<string> {
  const { customers = [], env } = options.conformance ?? {}
  const simulation_secret = randomBytes(24).toString("base64url")
  addTestingRoutes({ app, container, bank_control: at.bank_control, simulation_secret })
  if (fixtures) await ensureFixtures(container, fixtures, sales_channel_id)
  const consenting = consentingCustomers(customers, fixtures)
  for (const email of consenting) await ensureSuiteCustomer(container, email, "Suite Customer")

  const staff = await adminHeaders(at.store, ADMIN)
  await liftLimits(container, at.store, staff)
  await forgetAttempts(container)
  const credentials = await issueCredentials(at.store, staff, consenting)
  const tokens = {
    guest: credentials.sandbox.ucp,
    customers: new Map(
      credentials.customers.map(({ login, tokens }) => [login.email, tokens.ucp.access_token])
    ),
  }
  const approve = (id: string) => approvePayment(container, at.bank_control, id)
  stops.add(await new SuiteProxy(app, at, tokens, approve).open())

  const text = envText(suiteVariables(at, { publishable_key, simulation_secret }, credentials))
  if (env) writeEnvFile(env, text)
  return text
}
