import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { History } from "../../../components/approvals/history"
import { Queue } from "../../../components/approvals/queue"
import { Page } from "../../../components/common/page"

/** Payments of agents the merchant has to decide on, and those that were decided. */
export default function ApprovalsPage() {
  return (
    <Page>
      <Queue />
      <History />
    </Page>
  )
}

export const config = defineRouteConfig({
  label: "approvals.menu",
  translationNs: "agentic_commerce",
  rank: 2,
})

export const handle = { breadcrumb: () => <Crumb text="approvals.menu" /> }
