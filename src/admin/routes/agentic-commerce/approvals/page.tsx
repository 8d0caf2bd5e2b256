import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { History } from "../../../components/approvals/history"
import { Queue } from "../../../components/approvals/queue"
import { Page } from "../../../components/common/page"

/** Agentic Commerce › Approvals: agents' payments that wait for the merchant's decision, and decided ones. */
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
