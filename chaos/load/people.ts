import { AcpAgent } from "../../integration-tests/support/acp"
import { Agent } from "../../integration-tests/support/agent"
import { allow } from "../../integration-tests/support/approvals"
import { Buyer } from "../../integration-tests/support/buyer"
import { sql } from "../../integration-tests/support/database"
import { PEOPLE } from "../../integration-tests/support/oauth-client"
import { Receiver } from "../../integration-tests/support/receiver"
import { App } from "../../integration-tests/support/shopper-app"
import { Storefront } from "../../integration-tests/support/storefront"
import { subscribe } from "./webhook"
import type { RunLog } from "./run-log"

/** The clients of a run. */
export interface People {
  readonly agent: Agent
  /** An agent that needs the merchant's approval above `APPROVAL_ABOVE` euro cents. */
  readonly limited: Agent
  readonly shop: Storefront
  readonly buyer: Buyer
  /** A platform that shops for a customer. Its refunds need the merchant's approval. */
  readonly personal: Buyer
  readonly acp: AcpAgent
  readonly app: App
  /** The customer who uses `app`. */
  readonly customer: { readonly id: string; readonly email: string }
  close(): void
}

/** The amount, in minor units, above which a payment needs the merchant's approval. */
export const APPROVAL_ABOVE = 20_000

const SCOPES = ["read", "create", "capture", "refund", "tokenize"].map((right) => `a2a:payments:${right}`)

/** Registers the clients, and creates a webhook for each UCP platform. */
export async function registerPeople(runLog: RunLog): Promise<People> {
  const [agent, limited] = [await Agent.withScopes(...SCOPES), await Agent.withScopes(...SCOPES)]
  await allow(limited.client_id, { approval_above: APPROVAL_ABOVE })
  runLog.rules.push({ client_id: limited.client_id, currency: "EUR", approval_above: APPROVAL_ABOVE })
  const [buyer, personal] = [await Buyer.forGuests(), await Buyer.forCustomer()]
  const [acp, app] = [await AcpAgent.of(), await App.of("customer")]
  const receiver = await Receiver.listen()
  for (const platform of [buyer, personal]) runLog.receivers.push(await subscribe(platform, receiver))
  const { email } = PEOPLE.customer
  const [customer] = await sql<{ id: string }>("select id from customer where email = $1 and has_account", [
    email,
  ])
  // A long run takes longer than the lifetime of an access token.
  await sql("update gw_oauth_token set expires_at = now() + interval '2 days'")
  const people = {
    agent,
    limited,
    buyer,
    personal,
    acp,
    app,
    shop: new Storefront(),
    customer: { id: customer?.id ?? "", email },
  }
  return { ...people, close: () => receiver.close() }
}
