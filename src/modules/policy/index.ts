import { Module } from "@medusajs/framework/utils"
import PolicyService from "./service"

/** The module that knows what the merchant permits. */
export const POLICY_MODULE = "gw_policy"

export default Module(POLICY_MODULE, { service: PolicyService })
