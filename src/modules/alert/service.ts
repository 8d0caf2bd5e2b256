import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type GatewayOptions, readOptions } from "../../options"
import { AlertDeliveries } from "./alert-deliveries"
import { Alerts } from "./alerts"
import { PendingAlerts } from "./pending-alerts"
import { SignatureFailures } from "./signature-failures"

interface Dependencies {
  __pg_connection__: Knex
}

/** The merchant's alerts and their notifications. */
export default class AlertService {
  readonly options: GatewayOptions
  readonly alerts: Alerts
  readonly pending: PendingAlerts
  readonly deliveries: AlertDeliveries
  readonly signatureFailures: SignatureFailures

  constructor({ __pg_connection__: knex }: Dependencies, options?: unknown) {
    this.options = readOptions(options)
    this.alerts = new Alerts(knex)
    this.pending = new PendingAlerts(knex)
    this.deliveries = new AlertDeliveries(knex)
    this.signatureFailures = new SignatureFailures(knex)
  }
}
