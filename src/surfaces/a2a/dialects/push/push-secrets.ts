import { encrypt, decrypt } from "../../../../domain/encryption"
import type { PushConfig } from "../../../../modules/agent/models/push-config"

/** The credentials that the client registered for its URL. */
export interface PushSecrets {
  readonly token?: string
  readonly authentication?: { readonly scheme: string; readonly credentials: string }
}

type Named = Pick<PushConfig, "task_id" | "id">

const nameOf = ({ task_id, id }: Named) => `push ${task_id} ${id}`

/** Encrypts the credentials; null when there are none. */
export function encryptSecrets(secrets: PushSecrets, config: Named, key: string): string | null {
  return Object.keys(secrets).length ? encrypt(JSON.stringify(secrets), nameOf(config), key) : null
}

/** Decrypts the credentials; undefined when they were encrypted with another key. */
export function openSecrets(
  config: Named & Pick<PushConfig, "secrets">,
  key: string
): PushSecrets | undefined {
  if (!config.secrets) return {}
  try {
    return JSON.parse(decrypt(config.secrets, nameOf(config), key)) as PushSecrets
  } catch {
    return undefined
  }
}
