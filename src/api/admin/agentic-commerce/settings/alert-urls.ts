import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { addressRefusal } from "../../../../workflows/alert/destinations"
import type { UpdateSettings } from "../validators"

/** The URLs of alerts in a change of settings, normalized. Fails for a URL that the store must not call. */
export function checkedAlertUrls(
  { alert_webhook_url, alert_slack_url }: UpdateSettings,
  container: MedusaContainer
) {
  const Url = z
    .string()
    .superRefine((url, context) => {
      // The normalized URL may be longer than the one that was sent.
      const message = addressRefusal(URL.canParse(url) ? new URL(url).href : url, container)
      if (message) context.addIssue({ code: "custom", message })
    })
    .transform((url) => new URL(url).href)
    .nullable()
    .optional()
  return z
    .object({ alert_webhook_url: Url, alert_slack_url: Url })
    .safeParse({ alert_webhook_url, alert_slack_url })
}
