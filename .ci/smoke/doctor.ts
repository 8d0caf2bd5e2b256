/** Texts that the report must contain for a store that is installed as docs/install.md describes. */
const EXPECTED = [
  "all tables of this version",
  "with every document for discovery",
  "the store publishes its key for the bank",
  " 0 problems",
]

/** Throws with the whole report of gw-doctor when it lacks a text. */
export function checkReport(report: string): void {
  const missing = EXPECTED.filter((text) => !report.includes(text))
  if (missing.length) throw new Error(`gw-doctor did not report "${missing.join('", "')}":\n${report}`)
}
