import { Input } from "@medusajs/ui"
import { useState } from "react"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import type { Filters } from "./use-filters"

/** A filter for a currency. It applies once the code is complete. */
export function CurrencyFilter({ of }: { readonly of: Filters<"currency"> }) {
  const t = useText()
  const { currency = "" } = of.values
  const [typed, setTyped] = useState({ text: currency, over: currency })
  const type = (text: string) => {
    const code = text.toUpperCase().replace(/[^A-Z]/g, "")
    const isComplete = code.length === 3 || code === ""
    setTyped({ text: code, over: isComplete ? code : currency })
    if (isComplete) of.set("currency", code)
  }
  return (
    <Field label={t("common.currency")}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          maxLength={3}
          placeholder="EUR"
          value={typed.over === currency ? typed.text : currency}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </Field>
  )
}
