import { Module } from "@medusajs/framework/utils"
import WebhookService from "./service"

/** The module that knows what clients are owed: addresses they are told at, what has happened, and what is still to be told. */
export const WEBHOOK_MODULE = "gw_webhook"

export default Module(WEBHOOK_MODULE, { service: WebhookService })
