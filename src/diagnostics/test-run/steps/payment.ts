import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { TestStepNote } from "../../../modules/policy/models/test-run"
import { markets } from "../../../queries/catalog/markets"
import { regionForPayment } from "../../../queries/catalog/regions"
import { failed } from "../outcome"
import type { TestRunContext, TestPayment } from "../test-run-context"
import { callAgent } from "../rpc"

/** Minor units. */
const AMOUNT = 100

/** Requests a payment as an agent does, and expects the link to the bank's page. */
export async function requestPaymentApproval(context: TestRunContext): Promise<TestStepNote> {
  const currency = await currencyOf(context)
  const input = { amount: AMOUNT, currency, description: "Test my store", order_reference: context.run.id }
  const task = await callAgent(context, "tasks/send", { skill_id: "create_payment", input })
  const { task_id, state, artifacts } = task
  const { payment_id, shop_order_id, sca_redirect_url } = artifacts as unknown as TestPayment
  if (state !== "input-required" || !sca_redirect_url) {
    const why = artifacts.error?.message ?? `the task is ${state}`
    throw failed("no_payment", `The payment could not be opened: ${why}`, { data: { why }, advice: ADVICE })
  }
  context.payment = { task_id, payment_id, shop_order_id, sca_redirect_url }
  return {
    code: "payment_opened",
    message: `A payment of ${AMOUNT} minor units ${currency} is open, for order ${shop_order_id}.`,
    data: { amount: AMOUNT, currency, order: shop_order_id },
  }
}

const ADVICE = "Check the bank's options, its merchant id and key, and run npx gw-doctor."

async function currencyOf({ container }: TestRunContext): Promise<string> {
  if (!container.resolve<BankService>(BANK_MODULE).hasBank)
    throw failed("no_bank", "The store has no bank, so no payment can be tested.", {
      advice: "Set the options of the bank.",
    })
  for (const { currency } of await markets(container))
    if (await regionForPayment(container, currency)) return currency
  throw failed("no_region", "No region offers payments through the bank.", {
    advice: "Add the bank to a region: admin, Settings, Regions, Payment Providers.",
  })
}
