import { Module } from "@medusajs/framework/utils"
import BankService from "./service"

/** The module that knows what was paid: payments, the bank's messages, and what they owe to the store. */
export const BANK_MODULE = "gw_bank"

export default Module(BANK_MODULE, { service: BankService })
