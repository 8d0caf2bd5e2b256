/** The route among `names` that matches a method and a path, and the value of `:id`. */
export function matchRoute(names: readonly string[], method: string, path: string) {
  for (const name of names) {
    const id = new RegExp(`^${name.replace(":id", "([\\w-]+)")}$`).exec(`${method} ${path}`)
    if (id) return { name, id: id[1] ?? "" }
  }
  return undefined
}
