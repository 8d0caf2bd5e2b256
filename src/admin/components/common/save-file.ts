/** Downloads a text as a file. */
export function saveFile(
  name: string,
  text: string,
  type: "application/json" | "text/html" | "text/csv"
): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Downloads a file that was read before. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement("a"), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
