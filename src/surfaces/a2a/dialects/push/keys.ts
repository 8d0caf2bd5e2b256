import type { GatewayOptions } from "../../../../options"

/** What it takes to tell others: a key to sign with, and one to keep what their addresses are called with. */
export interface PushKeys {
  readonly card_key: NonNullable<GatewayOptions["card_key"]>
  readonly encryption_key: string
}

/** Undefined when the store is not configured for push notifications: nobody is told unsigned. */
export function pushKeysIn({ card_key, encryption_key }: GatewayOptions): PushKeys | undefined {
  return card_key && encryption_key ? { card_key, encryption_key } : undefined
}
