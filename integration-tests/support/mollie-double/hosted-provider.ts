import { MollieProvider } from "./mollie-provider"
import type { MolliePayment } from "./payment"

/** A payment provider that the plugin does not know. */
export class HostedProvider extends MollieProvider {
  static override identifier = "hosted"

  protected override dataOf({ id }: MolliePayment) {
    return { id, page: { url: `https://eu.pay.example/${id}` } }
  }
}
