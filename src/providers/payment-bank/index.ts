import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import BankPaymentProvider from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [BankPaymentProvider] })
