import { submitToBank, takeForm, targetOf } from "../../integration-tests/support/bank-form"
import { world } from "../../integration-tests/support/world"

/**
 * The address of the bank's payment page behind a link. When the bank requires a posted form, the link is one of the store
 * that works once, and the form behind it is posted first.
 */
export async function pageAtBank(link: string): Promise<string> {
  if (!link.startsWith(world().base_url)) return link
  const { bankForm } = await takeForm(link)
  await submitToBank(bankForm)
  return targetOf(bankForm)
}
