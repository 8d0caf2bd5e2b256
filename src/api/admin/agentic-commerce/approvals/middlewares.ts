import { validateBody } from "../validate-body"
import { validateQuery } from "../validate-query"
import { Decide, ExportApprovals, ListApprovals } from "./validators"

const at = "/admin/agentic-commerce/approvals"

/** The validation of the approval routes. */
export const adminApprovals = [
  { matcher: at, methods: ["GET" as const], middlewares: [validateQuery(ListApprovals)] },
  { matcher: `${at}/export`, methods: ["GET" as const], middlewares: [validateQuery(ExportApprovals)] },
  ...["approve", "refuse"].map((decision) => ({
    matcher: `${at}/:id/${decision}`,
    methods: ["POST" as const],
    middlewares: [validateBody(Decide)],
  })),
]
