import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { HostedProvider } from "./hosted-provider"
import { MollieProvider } from "./mollie-provider"
import { PayPalProvider } from "./paypal-provider"

/** The payment providers of the tests that redirect customers, all at the double of Mollie. */
export default ModuleProvider(Modules.PAYMENT, { services: [MollieProvider, PayPalProvider, HostedProvider] })
