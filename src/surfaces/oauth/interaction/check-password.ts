import { setTimeout as sleep } from "node:timers/promises"
import type { AuthIdentityDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isStorable } from "../../../domain/storable"
import type { Actor } from "../../../modules/oauth/models/authorization-request"
import type { Call } from "../../../gateway/call"
import { spendHashTime } from "./spend-hash-time"

const PROVIDER = "emailpass"

/**
 * The minimum duration of a failed check in milliseconds, so that the smaller differences of an account that exists do
 * not show in its time.
 */
const REFUSAL_TIME = 500

/** What a person enters to log in, and the kinds of account with which they can. */
export interface Credentials {
  readonly email: string
  readonly password: string
  /** The first one that the person has, and for which the password is enough, is used. */
  readonly kinds: readonly Actor["type"][]
}

type Checked = { readonly actor: Actor } | { readonly fault: "wrong_password" | "more_needed" }

/**
 * Checks a password with the store's auth module, and finds the kind of the account. An unknown account, a wrong password
 * and an account of another kind are the same fault, found in the same time. `more_needed` (the password alone is not
 * enough) is returned only after the correct password.
 */
export async function checkPassword(credentials: Credentials, call: Call): Promise<Checked> {
  const earliest = sleep(REFUSAL_TIME)
  const checked = await check(credentials, call)
  if ("fault" in checked) await earliest
  return checked
}

async function check({ email, password, kinds }: Credentials, call: Call): Promise<Checked> {
  const { success, authIdentity, mfaChallenge } = await call.container
    .resolve(Modules.AUTH)
    .authenticate(PROVIDER, {
      url: call.path,
      headers: {},
      query: {},
      body: { email, password },
      protocol: new URL(call.base_url).protocol.slice(0, -1),
    })
  // Medusa hashes only where there is a hash to compare, and a slow answer would reveal the account.
  if (!success && password && !(await hasPassword(email, call))) await spendHashTime(password, call)
  if (!success || !authIdentity) return { fault: "wrong_password" }
  const actors = actorsIn(authIdentity, kinds)
  if (!actors.length) return { fault: "wrong_password" }
  if (mfaChallenge) return { fault: "more_needed" }
  for (const actor of actors) if (await passwordIsEnough(authIdentity, actor.type, call)) return { actor }
  return { fault: "more_needed" }
}

/** The accounts of these kinds that the identity has, in this order. */
const actorsIn = ({ app_metadata }: AuthIdentityDTO, kinds: Credentials["kinds"]): Actor[] =>
  kinds.flatMap((type) => {
    const id = app_metadata?.[`${type}_id`]
    return typeof id === "string" ? [{ type, id }] : []
  })

async function hasPassword(entity_id: string, call: Call): Promise<boolean> {
  if (!isStorable(entity_id)) return false
  const [identity] = await call.container
    .resolve(Modules.AUTH)
    .listProviderIdentities({ provider: PROVIDER, entity_id })
  return typeof identity?.provider_metadata?.password === "string"
}

/** The store may disallow passwords for a kind of account, or require a verified address. */
async function passwordIsEnough(
  identity: AuthIdentityDTO,
  kind: Actor["type"],
  call: Call
): Promise<boolean> {
  const { http } = call.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const methods = http.authMethodsPerActor?.[kind]
  if (methods && !methods.includes(PROVIDER)) return false
  const rule = http.authVerificationsPerActor?.[kind]?.find((one) => one.auth_provider === PROVIDER)
  return !rule || isVerified(identity, rule.entity_type, call)
}

async function isVerified({ id, provider_identities }: AuthIdentityDTO, entity_type: string, call: Call) {
  const entity_id = provider_identities?.find(({ provider }) => provider === PROVIDER)?.entity_id
  if (!entity_id) return false
  const [verification] = await call.container
    .resolve(Modules.AUTH)
    .listAuthVerifications({ auth_identity_id: id, entity_id, entity_type })
  return Boolean(verification?.verified_at)
}
