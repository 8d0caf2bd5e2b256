import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { decrypt, encrypt } from "../../domain/encryption"
import { newWebhookSecret } from "../../domain/webhook-signature"
import { changeByStaff } from "../../lib/staff-audit"
import type { GatewayOptions } from "../../options"

/** The encrypted columns of `gw_setting`. */
export interface StoredAlertSecrets {
  readonly alert_slack_url: string | null
  readonly alert_webhook_secret: string | null
}

type Secret = keyof StoredAlertSecrets

/** The secrets of the destinations of alerts, which are stored encrypted. */
export class AlertSecrets {
  constructor(
    private readonly knex: Knex,
    private readonly options: Pick<GatewayOptions, "encryption_key">
  ) {}

  /**
   * Decrypts a secret. Null when it is not set. Throws an error for people when it was encrypted with another key, or
   * the store has no key.
   */
  async find(name: Secret): Promise<string | null> {
    const row = await this.knex("gw_setting").first<StoredAlertSecrets>(name)
    const encrypted = row?.[name]
    if (!encrypted) return null
    const key = this.key()
    try {
      return decrypt(encrypted, name, key)
    } catch {
      throw new Error("the secret was saved with another encryption key: save it again")
    }
  }

  /** Issues a new secret of the webhook, which replaces the previous one, and returns it in plain text. */
  async issueWebhookSecret(updated_by: string): Promise<string> {
    const secret = newWebhookSecret()
    const alert_webhook_secret = encrypt(secret, "alert_webhook_secret", this.key())
    const alert_webhook_secret_at = this.knex.fn.now()
    await changeByStaff(this.knex, (trx) =>
      trx("gw_setting").update({ alert_webhook_secret, alert_webhook_secret_at, updated_by })
    )
    return secret
  }

  /** Deletes the secret of the webhook. False if there was none. */
  async endWebhookSecret(updated_by: string): Promise<boolean> {
    const none = { alert_webhook_secret: null, alert_webhook_secret_at: null }
    const ended = await changeByStaff(this.knex, (trx) =>
      trx("gw_setting")
        .whereNotNull("alert_webhook_secret")
        .update({ ...none, updated_by })
    )
    return ended > 0
  }

  /** The columns of a new Slack-style URL; null removes it. The URL must be valid. */
  slackColumns(url: string | null) {
    if (url === null) return { alert_slack_url: null, alert_slack_host: null, alert_slack_set_at: null }
    return {
      alert_slack_url: encrypt(url, "alert_slack_url", this.key()),
      alert_slack_host: new URL(url).host,
      alert_slack_set_at: this.knex.fn.now(),
    }
  }

  private key(): string {
    const { encryption_key } = this.options
    if (encryption_key) return encryption_key
    throw new Error("the option encryption_key is not set")
  }
}
