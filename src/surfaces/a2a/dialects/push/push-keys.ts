import type { GatewayOptions } from "../../../../options"

/** The keys that push notifications need: one to sign them, one to encrypt the receivers' credentials. */
export interface PushKeys {
  readonly card_key: NonNullable<GatewayOptions["card_key"]>
  readonly encryption_key: string
}

/**
 * The keys for push notifications; undefined when one is not configured, because notifications are never sent
 * unsigned.
 */
export function pushKeysIn({ card_key, encryption_key }: GatewayOptions): PushKeys | undefined {
  return card_key && encryption_key ? { card_key, encryption_key } : undefined
}
