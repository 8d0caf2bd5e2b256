import { randomBytes } from "node:crypto"
import { newKey } from "./gwb"

/** A private EC P-256 key as the environment of a store holds it: a JWK in JSON. */
export function newPrivateKey(): string {
  return JSON.stringify(newKey().jwk)
}

/** An `encryption_key`: 32 random bytes in base64. */
export function newEncryptionKey(): string {
  return randomBytes(32).toString("base64")
}

/** The `metrics_token` of the store all HTTP tests share. */
export const METRICS_TOKEN = "metrics-token-of-the-tests"
