import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Networks } from "../../domain/networks"
import type { Switches } from "../../domain/scopes"
import { type GatewayOptions, readOptions } from "../../options"
import { changeByStaff } from "../../lib/staff-audit"
import { Admissions } from "./admissions"
import { AlertSecrets, type StoredAlertSecrets } from "./alert-secrets"
import { Approvals } from "./approvals"
import { Audit } from "./audit"
import { Erasures } from "./erasures"
import type { Settings, SettingsChange } from "./models/settings"
import { Personal } from "./personal"
import { purgeAnonymous, purgeAudit } from "./purge"
import { Usages } from "./usage"
import { TestRuns } from "./test-runs"

const ALL_OFF: Switches = {
  a2a_enabled: false,
  ucp_enabled: false,
  acp_enabled: false,
  app_enabled: false,
}

/** The columns of `gw_setting` that are no settings. */
interface Hidden {
  readonly id: true
  readonly updated_by: string | null
}

interface Dependencies {
  __pg_connection__: Knex
}

/** The merchant's settings and the store's configuration. Validates the plugin's options when the store boots. */
export default class PolicyService {
  readonly options: GatewayOptions
  /** The proxies that are trusted to report a caller's IP address. */
  readonly trusted_proxies: Networks
  readonly admissions: Admissions
  readonly alertSecrets: AlertSecrets
  readonly audit: Audit
  readonly erasures: Erasures
  readonly personal: Personal
  readonly usages: Usages
  readonly testRuns: TestRuns
  readonly approvals: Approvals
  private readonly knex: Knex

  constructor({ __pg_connection__ }: Dependencies, options?: unknown) {
    this.knex = __pg_connection__
    this.options = readOptions(options)
    this.trusted_proxies = new Networks(this.options.trusted_proxies)
    this.admissions = new Admissions(this.knex, this.options)
    this.alertSecrets = new AlertSecrets(this.knex, this.options)
    this.audit = new Audit(this.knex)
    this.erasures = new Erasures(this.knex)
    this.personal = new Personal(this.knex)
    this.usages = new Usages(this.knex)
    this.testRuns = new TestRuns(this.knex)
    this.approvals = new Approvals(this.knex)
  }

  /**
   * The settings in effect now; every instance uses a change from its next call. While all agents are stopped,
   * all surfaces are off.
   */
  async settings(): Promise<Settings> {
    const chosen = await this.chosenSettings()
    return chosen.agents_stopped ? { ...chosen, ...ALL_OFF } : chosen
  }

  /** The settings as the merchant chose them, whether or not all agents are stopped. */
  async chosenSettings(): Promise<Settings> {
    const row = await this.knex("gw_setting").first<Settings & StoredAlertSecrets & Hidden>()
    if (!row) throw new Error("gw_setting has no row: run the migrations")
    const {
      id: _id,
      updated_by: _by,
      alert_slack_url: _url,
      alert_webhook_secret: _secret,
      ...settings
    } = row
    return settings
  }

  /**
   * Applies a staff member's change and returns the settings as the merchant chose them. A Slack-style URL requires
   * the option `encryption_key`.
   */
  async updateSettings(change: SettingsChange, updated_by: string): Promise<Settings> {
    const { a2a_hours, a2a_limits, ucp_limits, ucp_anonymous_limits, token_lifetimes, ...others } = change
    const { retention, card_mandate, duplicate_guard, refunds, unpaid_limits, ...unmerged } = others
    const { default_spending, alert_slack_url, ...plain } = unmerged
    const merged = (column: string, members: object) =>
      this.knex.raw("?? || ?::jsonb", [column, JSON.stringify(members)])
    const changed = {
      ...plain,
      ...(a2a_hours !== undefined && { a2a_hours: a2a_hours && JSON.stringify(a2a_hours) }),
      ...(default_spending !== undefined && {
        default_spending: default_spending && JSON.stringify(default_spending),
      }),
      ...(a2a_limits && { a2a_limits: merged("a2a_limits", a2a_limits) }),
      ...(ucp_limits && { ucp_limits: merged("ucp_limits", ucp_limits) }),
      ...(ucp_anonymous_limits && {
        ucp_anonymous_limits: merged("ucp_anonymous_limits", ucp_anonymous_limits),
      }),
      ...(token_lifetimes && { token_lifetimes: merged("token_lifetimes", token_lifetimes) }),
      ...(card_mandate && { card_mandate: merged("card_mandate", card_mandate) }),
      ...(retention && { retention: merged("retention", retention) }),
      ...(duplicate_guard && { duplicate_guard: merged("duplicate_guard", duplicate_guard) }),
      ...(refunds && { refunds: merged("refunds", refunds) }),
      ...(unpaid_limits && { unpaid_limits: merged("unpaid_limits", unpaid_limits) }),
      ...(alert_slack_url !== undefined && this.alertSecrets.slackColumns(alert_slack_url)),
      updated_at: this.knex.fn.now(),
      updated_by,
    }
    await changeByStaff(this.knex, (trx) => trx("gw_setting").update(changed))
    return this.chosenSettings()
  }

  /** Deletes audit entries whose retention period is over, and the counts of past days of callers without a token. */
  async purge(): Promise<void> {
    await purgeAnonymous(this.knex)
    await purgeAudit(this.knex)
  }
}
