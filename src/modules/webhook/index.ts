import { Module } from "@medusajs/framework/utils"
import WebhookService from "./service"

/** The module for outgoing webhooks: subscriptions, events and deliveries. */
export const WEBHOOK_MODULE = "gw_webhook"

export default Module(WEBHOOK_MODULE, { service: WebhookService })
