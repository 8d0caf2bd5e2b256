/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: "application/json" | "text/html"): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement("a"), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
