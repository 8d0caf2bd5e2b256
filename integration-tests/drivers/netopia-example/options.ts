import { createPublicKey } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import { BaseUrl } from "../../../src/options/values"

/** The shortest RSA key with which RS512 may be used (RFC 7518, 3.3). */
const SHORTEST_KEY_BITS = 2048

function isRsaPublicKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= SHORTEST_KEY_BITS
  } catch {
    return false
  }
}

/** A point of sale at NETOPIA. */
export const NetopiaOptions = z.object({
  /** The bank protocol. */
  driver: z.literal("netopia"),
  /** The base URL of NETOPIA's production or test system. */
  api_url: BaseUrl,
  /** What NETOPIA calls the signature of the point of sale. It is no secret. */
  merchant_id: z.string().min(1),
  /** The key that authenticates the store's calls. */
  api_key: z.string().min(1),
  /** NETOPIA's public key as PEM. Without it, every notification is rejected. */
  public_key: z
    .string()
    .refine(isRsaPublicKey, `must be an RSA public key in PEM, ${SHORTEST_KEY_BITS} bits or more`)
    .optional(),
  /** How long the store waits for an answer. */
  timeout_ms: z.int().min(1).default(25_000),
})
export type NetopiaOptions = z.infer<typeof NetopiaOptions>

/** What the driver needs of the plugin's options. */
export interface StoreOptions {
  /** The store's public URL. */
  readonly base_url: string
  readonly bank: NetopiaOptions
}
