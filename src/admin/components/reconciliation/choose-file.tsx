import { Button } from "@medusajs/ui"
import { type ChangeEvent, useRef } from "react"
import { useText } from "../../i18n/use-text"

interface Props {
  readonly is_busy: boolean
  choose(file: File): void
}

/** The button that opens the browser's choice of a file. The same file can be chosen again. */
export function ChooseFile({ is_busy, choose }: Props) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) choose(file)
    target.value = ""
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="hidden"
        aria-label={t("reconciliation.choose")}
        onChange={chosen}
      />
      <Button size="small" isLoading={is_busy} onClick={() => input.current?.click()}>
        {t("reconciliation.choose")}
      </Button>
    </>
  )
}
