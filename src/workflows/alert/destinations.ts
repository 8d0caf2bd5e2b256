import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { AlertDestination } from "../../domain/alerts"
import { POLICY_MODULE } from "../../modules/policy"
import type { Settings } from "../../modules/policy/models/settings"
import type PolicyService from "../../modules/policy/service"
import type { GatewayOptions } from "../../options"
import { refusalOf } from "../../outbound/allowed-url"
import { notificationChannels } from "../../queries/alert/notification-channels"
import type { Address } from "./send-alert"

const EMAIL = "email"
const TEMPLATE = "agentic-gateway-alert"

/** What a destination still needs before anything is sent to it. */
export type Missing = "address" | "provider" | "secret"

/** Whether alerts can be sent to a destination, for the staff. */
export interface DestinationState {
  readonly destination: AlertDestination
  /** Null when alerts are sent to it. */
  readonly missing: Missing | null
  /** The e-mail address from the configuration, if the settings name no other. */
  readonly configured: string | null
}

const policyIn = (container: MedusaContainer) => container.resolve<PolicyService>(POLICY_MODULE)

/**
 * Where Medusa's notification module sends alerts: the e-mail addresses of the settings instead of that of the
 * configuration. A configured recipient of another channel is always one of them.
 */
export async function addressesIn(container: MedusaContainer): Promise<Address[]> {
  const policy = policyIn(container)
  return addressesOf(await policy.chosenSettings(), policy.options)
}

function addressesOf({ alert_emails }: Settings, { alerts }: GatewayOptions): Address[] {
  const template = alerts?.channel === EMAIL ? alerts.template : TEMPLATE
  const chosen = alert_emails.map((to) => ({ to, channel: EMAIL, template }))
  return alerts && usesConfigured(alert_emails, alerts.channel) ? [alerts, ...chosen] : chosen
}

const usesConfigured = (emails: readonly string[], channel: string) => !emails.length || channel !== EMAIL

/** The channels for which the store has a notification provider. */
export async function channelsIn(container: MedusaContainer): Promise<ReadonlySet<string>> {
  return container.hasRegistration(Modules.NOTIFICATION) ? notificationChannels(container) : new Set()
}

/** The state of each destination, by the stored settings. */
export async function destinationStates(container: MedusaContainer): Promise<DestinationState[]> {
  const policy = policyIn(container)
  const settings = await policy.chosenSettings()
  const addresses = addressesOf(settings, policy.options)
  const ours = addresses.find((address) => address === policy.options.alerts && address.channel === EMAIL)
  const missing = missingOfEmail(addresses, await channelsIn(container))
  return [
    { destination: "email", missing, configured: ours?.to ?? null },
    { destination: "webhook", missing: missingOfWebhook(settings), configured: null },
    { destination: "slack", missing: settings.alert_slack_host ? null : "address", configured: null },
  ]
}

function missingOfEmail(addresses: readonly Address[], channels: ReadonlySet<string>): Missing | null {
  if (addresses.some(({ channel }) => channels.has(channel))) return null
  return addresses.length || !channels.has(EMAIL) ? "provider" : "address"
}

function missingOfWebhook({ alert_webhook_url, alert_webhook_secret_at }: Settings): Missing | null {
  if (!alert_webhook_url) return "address"
  return alert_webhook_secret_at ? null : "secret"
}

/** Why alerts cannot be sent to a URL; undefined when it is allowed. */
export const addressRefusal = (url: string, container: MedusaContainer): string | undefined =>
  refusalOf(url, policyIn(container).options.allow_private_networks)
