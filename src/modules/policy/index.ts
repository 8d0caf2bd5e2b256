import { Module } from "@medusajs/framework/utils"
import PolicyService from "./service"

/** The module that stores the merchant's settings, the audit log, approvals and erasures. */
export const POLICY_MODULE = "gw_policy"

export default Module(POLICY_MODULE, { service: PolicyService })
