import { Modules } from "@medusajs/framework/utils"
import type { Flavor } from "../../../domain/scopes"
import type { Actor } from "../../../modules/oauth/models/authorization-request"
import type { Call } from "../../../gateway/call"

/**
 * The kinds of account that may consent for each flavor: only staff for A2A, which moves the merchant's money;
 * customers and staff for shopping; only customers for their own app. A person who is both logs in as the
 * first for which their password is enough.
 */
export const CONSENTERS: Record<Flavor, readonly Actor["type"][]> = {
  a2a: ["user"],
  ucp: ["customer", "user"],
  acp: ["customer", "user"],
  app: ["customer"],
}

/** A person who is logged in to the store and may consent. */
export interface Person extends Actor {
  readonly email: string
}

/** The person who is logged in, if the account still exists and may consent for this flavor. */
export async function personFor(
  flavor: Flavor,
  actor: Actor | undefined,
  call: Call
): Promise<Person | undefined> {
  if (!actor || !CONSENTERS[flavor].includes(actor.type)) return undefined
  const email = await emailOf(actor, call)
  return email === undefined ? undefined : { ...actor, email }
}

async function emailOf({ type, id }: Actor, call: Call): Promise<string | undefined> {
  const [account] =
    type === "user"
      ? await call.container.resolve(Modules.USER).listUsers({ id })
      : await call.container.resolve(Modules.CUSTOMER).listCustomers({ id })
  return account && (account.email ?? "")
}
