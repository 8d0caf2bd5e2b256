import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { refuseInvalid } from "../invalid-request"
import { catalogOf, policyOf, requireEncryptionKey, staffOf } from "../modules"
import type { UpdateSettings } from "../validators"
import { checkedAlertUrls } from "./alert-urls"

/** The merchant's settings, and the store's public URL. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const policy = policyOf(req)
  res.json({ settings: await policy.chosenSettings(), base_url: policy.options.base_url })
}

/** Changes the given settings, effective from the next call of every agent. */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateSettings>,
  res: MedusaResponse
): Promise<void> {
  const urls = checkedAlertUrls(req.validatedBody, req.scope)
  if (urls.error) return refuseInvalid(res, urls.error)
  if (urls.data.alert_slack_url) requireEncryptionKey(req)
  const settings = await policyOf(req).updateSettings({ ...req.validatedBody, ...urls.data }, staffOf(req))
  if (outdatesIndex(req.validatedBody)) await catalogOf(req).sweeps.hasten()
  res.json({ settings })
}

/**
 * Whether a change of settings may leave the catalog outdated: its index does not follow events while no surface uses
 * it, and products of removed sales channels must not stay.
 */
const outdatesIndex = ({ ucp_enabled, acp_enabled, acp_feed_enabled, ucp_sales_channels }: UpdateSettings) =>
  [ucp_enabled, acp_enabled, acp_feed_enabled].includes(true) || ucp_sales_channels !== undefined
