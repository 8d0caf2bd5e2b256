/**
 * The workflows that a store may run itself: `import { createPaymentWorkflow } from
 * "medusa-plugin-agentic-gateway/workflows"`.
 */
export { createPaymentWorkflow, type CreatePaymentInput } from "./payment/create-payment"
