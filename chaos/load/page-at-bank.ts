import { submitToBank, takeForm, targetOf } from "../../integration-tests/support/bank-form"
import { openRedsysPage, payOnRedsysPage } from "../../integration-tests/support/redsys-shopper"
import { hiddenFieldsIn } from "../../integration-tests/support/redsys-store"
import { authenticate } from "../../integration-tests/support/shopper"
import { world } from "../../integration-tests/support/world"

/**
 * The address of the bank's payment page behind a link. When the bank requires a posted form, the link is one of the store
 * that works once, and the form behind it is posted first.
 */
export async function pageAtBank(link: string): Promise<string> {
  if (!link.startsWith(world().base_url)) return link
  const { bankForm } = await takeForm(link)
  const target = targetOf(bankForm)
  if (isOfRedsys(target)) return openRedsysPage(target, hiddenFieldsIn(bankForm))
  await submitToBank(bankForm)
  return target
}

const isOfRedsys = (address: string) => new URL(address).pathname.startsWith("/sis/")

/** The customer approves the payment, or the saving of their card, on the page behind a link. */
export async function approveAtBank(link: string): Promise<void> {
  const page = await pageAtBank(link)
  await (isOfRedsys(page) ? payOnRedsysPage(page) : authenticate(page))
}

/** The customer does not agree that their card is saved. Redsys saves no card on its own. */
export async function declineAtBank(link: string): Promise<void> {
  await authenticate(await pageAtBank(link), "decline")
}
