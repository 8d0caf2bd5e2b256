import { z } from "@medusajs/framework/zod"
import { faultOfSecret, REDSYS_ORIGINS, SIGNATURE_VERSIONS } from "../domain/redsys-account"
import { BaseUrl, jsonOr, SigningKey } from "./values"

/** A bank that speaks GWB/1 (docs: Configuration). */
export const GwbOptions = z.object({
  /** The bank protocol. */
  driver: z.literal("gwb").default("gwb"),
  /** The base URL of the bank's API, without `/gwb/v1`. */
  api_url: BaseUrl,
  /** The bank's issuer identifier in its signatures. */
  issuer: z.string().min(1),
  /** The store's merchant id at the bank. */
  merchant_id: z.string().min(1),
  /** The key that signs requests to the bank, as a JWK: an object or its JSON text. */
  merchant_key: SigningKey,
  /** Pins the bank's public keys instead of fetching them from `{api_url}/gwb/v1/jwks.json`. */
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).optional(),
})
export type GwbOptions = z.infer<typeof GwbOptions>

/** A merchant account at Redsys (docs: Redsys). */
export const RedsysOptions = z.object({
  /** The bank protocol. */
  driver: z.literal("redsys"),
  /** `live` or `test`: Redsys' production or test system; or the URL of a simulator. */
  api_url: z.preprocess((given) => REDSYS_ORIGINS.get(given) ?? given, BaseUrl),
  /** The FUC code of the merchant. */
  merchant_id: z.string().regex(/^\d{9}$/, "must be the FUC code, 9 digits"),
  /** The number of the terminal of each currency, such as `{"EUR":"1"}`. */
  terminals: z
    .preprocess(
      jsonOr,
      z.record(
        z.string().regex(/^[A-Z]{3}$/, "must be an uppercase ISO 4217 code"),
        z.string().regex(/^[1-9]\d{0,2}$/, "must be the number of a terminal, without leading zeros")
      )
    )
    .refine((terminals) => Object.keys(terminals).length > 0, "must name a terminal"),
  /** Whether the terminal in euros has Bizum. Agents are offered it only then. */
  bizum: z.preprocess((value) => value === true || value === "true", z.boolean()),
  /** The terminals' secret in base64, as Redsys shows it. */
  secret: z.string().superRefine((secret, context) => {
    const message = faultOfSecret(secret)
    if (message) context.addIssue({ code: "custom", message })
  }),
  /** The terminals' signature version. Messages in another version are rejected. */
  signature_version: z.enum(SIGNATURE_VERSIONS),
})
export type RedsysOptions = z.infer<typeof RedsysOptions>

/** The store's bank, by its protocol. */
export const BankOptions = z.discriminatedUnion("driver", [GwbOptions, RedsysOptions])
export type BankOptions = z.infer<typeof BankOptions>
