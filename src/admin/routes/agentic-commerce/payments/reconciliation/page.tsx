import { useState } from "react"
import { BankFileError } from "../../../../../domain/bank-file/problem"
import { type ChosenFile, fileTimeZone } from "../../../../api/reconciliations"
import { Crumb } from "../../../../components/common/crumb"
import { Loading } from "../../../../components/common/loaded"
import { Note } from "../../../../components/common/note"
import { Page } from "../../../../components/common/page"
import { Section } from "../../../../components/common/section"
import { ChooseFile } from "../../../../components/reconciliation/choose-file"
import { ComparisonResult } from "../../../../components/reconciliation/comparison-result"
import { FileCurrency } from "../../../../components/reconciliation/file-currency"
import { FileProblems } from "../../../../components/reconciliation/file-problems"
import { textOf } from "../../../../components/reconciliation/file-text"
import { useComparison } from "../../../../components/reconciliation/use-comparison"
import { useText } from "../../../../i18n/use-text"

/** Agentic Commerce › Payments › Compare with the bank's file: the differences between a bank's file and the payments. */
export default function ReconciliationPage() {
  const t = useText()
  const [file, setFile] = useState<ChosenFile>()
  const [unread, setUnread] = useState<Error>()
  const { latest, compare, clear, error, is_busy } = useComparison()
  const begin = (chosen: ChosenFile) => {
    setFile(chosen)
    clear()
    compare(chosen)
  }
  const read = (chosen: File) => {
    setUnread(undefined)
    textOf(chosen).then((text) => begin({ name: chosen.name, text }), setUnread)
  }
  const failure = unread ?? error
  return (
    <Page>
      <Section
        level="h1"
        title={t("reconciliation.title")}
        about={t("reconciliation.about")}
        actions={<ChooseFile is_busy={is_busy} choose={read} />}
      >
        <Note>{t("reconciliation.hint", { time_zone: fileTimeZone() })}</Note>
        {is_busy && !latest && <Loading />}
        {!is_busy && failure && <FileProblems error={failure} />}
        {!is_busy && file && lacksCurrency(error) && (
          <FileCurrency choose={(currency) => begin({ ...file, currency })} />
        )}
      </Section>
      {latest && !failure && <ComparisonResult of={latest} is_busy={is_busy} again={() => compare(latest)} />}
    </Page>
  )
}

const lacksCurrency = (error: Error | null) =>
  error instanceof BankFileError &&
  error.problems.some(({ reason, column }) => reason === "no_column" && column === "currency")

export const handle = { breadcrumb: () => <Crumb text="reconciliation.title" /> }
