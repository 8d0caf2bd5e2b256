import { Module } from "@medusajs/framework/utils"
import AlertService from "./service"

/** The module that knows what the merchant is told: conditions that need somebody, each once. */
export const ALERT_MODULE = "gw_alert"

export default Module(ALERT_MODULE, { service: AlertService })
