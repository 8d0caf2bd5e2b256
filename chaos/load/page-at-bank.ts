import { submitToBank, takeForm, targetOf } from "../../integration-tests/support/bank-form"
import { world } from "../../integration-tests/support/world"

/** The bank's own page behind a link: where the bank wants a form posted, the link is the store's, and gives it once. */
export async function pageAtBank(link: string): Promise<string> {
  if (!link.startsWith(world().base_url)) return link
  const { bankForm } = await takeForm(link)
  await submitToBank(bankForm)
  return targetOf(bankForm)
}
