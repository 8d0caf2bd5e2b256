import { useCallback, useRef, useState } from "react"
import type { SectionDraft } from "./settings-editor"

/** The drafts of all sections of the page, and how many fields are changed in total. */
export function useSectionDrafts() {
  const drafts = useRef(new Map<string, SectionDraft>())
  const [changed, setChanged] = useState(0)
  const put = useCallback((section: string, draft: SectionDraft) => {
    drafts.current.set(section, draft)
    setChanged([...drafts.current.values()].reduce((sum, one) => sum + one.changed, 0))
  }, [])
  const all = useCallback(() => [...drafts.current.values()], [])
  return { put, all, changed }
}
