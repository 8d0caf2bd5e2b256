import { Button } from "@medusajs/ui"
import { readEvidence, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { saveFile } from "../common/save-file"
import { evidenceDocument } from "./evidence-document"

/** The button that saves the evidence for a dispute as one HTML file. */
export function EvidenceButton({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  const id = payment.payment_id
  const read = useChange(readEvidence, {
    done: t("evidence.saved"),
    onDone: ({ evidence }) =>
      saveFile(`evidence-${id}.html`, evidenceDocument(payment, evidence, t), "text/html"),
  })
  return (
    <Button size="small" variant="secondary" isLoading={read.isPending} onClick={() => read.mutate(id)}>
      {t("evidence.download")}
    </Button>
  )
}
