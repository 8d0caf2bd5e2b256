import { Module } from "@medusajs/framework/utils"
import AlertService from "./service"

/** The module that stores the alerts for the merchant, one per condition. */
export const ALERT_MODULE = "gw_alert"

export default Module(ALERT_MODULE, { service: AlertService })
