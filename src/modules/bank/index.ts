import { Module } from "@medusajs/framework/utils"
import BankService from "./service"

/** The module that stores payments, bank events and their pending effects. */
export const BANK_MODULE = "gw_bank"

export default Module(BANK_MODULE, { service: BankService })
