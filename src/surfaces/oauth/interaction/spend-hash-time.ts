import { randomBytes, scrypt, type ScryptOptions } from "node:crypto"
import { promisify } from "node:util"
import { z } from "@medusajs/framework/zod"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Call } from "../../../gateway/call"

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** The cost of Medusa's password hashes: the `hashConfig` of its provider `emailpass`, and what that defaults to. */
const HashCost = z.object({ logN: z.number(), r: z.number(), p: z.number() })
const DEFAULT_COST = { logN: 15, r: 8, p: 1 }

const Provider = z.object({
  resolve: z.string(),
  id: z.string().optional(),
  options: z.object({ hashConfig: HashCost.optional() }),
})
const AuthModule = z.object({ options: z.object({ providers: z.array(z.unknown()) }) })

/**
 * Spends the time that a check of `password` takes for an account that has one. It has no result: the account does not
 * exist or has no password.
 */
export async function spendHashTime(password: string, call: Call): Promise<void> {
  const { logN, r, p } = costOf(call)
  const N = 2 ** logN
  await derive(password, randomBytes(32), 64, { N, r, p, maxmem: 256 * N * r })
}

function costOf({ container }: Call): z.infer<typeof HashCost> {
  const { modules } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const auth = AuthModule.safeParse(modules?.[Modules.AUTH])
  const providers = (auth.data?.options.providers ?? []).flatMap((one) => Provider.safeParse(one).data ?? [])
  const emailpass = providers.find(({ id, resolve }) => id === "emailpass" || /auth-emailpass$/.test(resolve))
  return emailpass?.options.hashConfig ?? DEFAULT_COST
}
