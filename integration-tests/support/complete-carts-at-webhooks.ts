import { container } from "@medusajs/framework"
import { SubscriberLoader } from "@medusajs/framework/subscribers"
import type { ProviderWebhookPayload } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentWebhookEvents } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { completedLine } from "./other-plugin"

/**
 * Makes this process complete the cart of each payment that a provider's webhook reports as made, beside Medusa's own
 * subscriber, as a plugin for marketplaces does. It knows nothing of this plugin.
 */
export function completeCartsAtWebhooks(): void {
  if (!process.env.GW_TEST_COMPLETE_CARTS) return
  const { load } = SubscriberLoader.prototype
  SubscriberLoader.prototype.load = async function () {
    const bus = container.resolve(Modules.EVENT_BUS)
    bus.subscribe(PaymentWebhookEvents.WebhookReceived, ({ data }) =>
      complete(data as ProviderWebhookPayload)
    )
    return load.call(this)
  }
}

async function complete({ provider, payload }: ProviderWebhookPayload): Promise<void> {
  const rawData = Buffer.from((payload.rawData as unknown as { data?: number[] }).data ?? payload.rawData)
  const payments = container.resolve(Modules.PAYMENT)
  const { action, data } = await payments.getWebhookActionAndData({
    provider,
    payload: { ...payload, rawData },
  })
  if ((action !== "authorized" && action !== "captured") || !data?.session_id) return
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { id: data.session_id }
  const fields = ["payment_collection.cart.id"]
  const { data: sessions } = await query.graph({ entity: "payment_session", fields, filters })
  const [session] = sessions as unknown as {
    readonly payment_collection?: { readonly cart?: { readonly id: string } }
  }[]
  const cart_id = session?.payment_collection?.cart?.id
  if (!cart_id) return
  const { result } = await completeCartWorkflow(container).run({ input: { id: cart_id } })
  container.resolve(ContainerRegistrationKeys.LOGGER).info(completedLine(cart_id, result.id))
}
