import { Button } from "@medusajs/ui"
import { beginTestRun, type ShownRun, useTestRun } from "../../api/diagnostics"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Note } from "../common/note"
import { Section } from "../common/section"
import { State } from "../common/state"
import { When } from "../common/when"
import { TestStep } from "./test-step"

/** Starts a test run of the store, and shows the result of each step. */
export function TestStore() {
  const t = useText()
  const read = useTestRun()
  const isRunning = read.data?.test_run?.state === "running"
  const begin = useChange(beginTestRun, { done: t("diagnostics.test_started"), path: "/test-run" })
  const button = (
    <Button
      size="small"
      disabled={!read.data?.possible}
      isLoading={begin.isPending || isRunning}
      onClick={() => begin.mutate(undefined)}
    >
      {t("diagnostics.test")}
    </Button>
  )
  return (
    <Section title={t("diagnostics.test")} about={t("diagnostics.test_about")} actions={button}>
      <Loaded of={read}>
        {({ possible, test_run }) => (
          <>
            {!possible && <Note>{t("diagnostics.test_impossible")}</Note>}
            {possible && !test_run && <Note>{t("diagnostics.test_never")}</Note>}
            {test_run && <TestRunResult of={test_run} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function TestRunResult({ of: { state, started_at, ended_at, steps } }: { readonly of: ShownRun }) {
  return (
    <>
      <div className="txt-small flex flex-wrap items-center gap-2 px-6 py-3" role="status">
        <State state={state} />
        <When at={ended_at ?? started_at} />
      </div>
      <ol className="divide-y">
        {steps.map((step) => (
          <TestStep key={step.id} step={step} />
        ))}
      </ol>
    </>
  )
}
