/** How the host looks (MCP Apps: Theming). */
export interface Appearance {
  readonly theme?: "light" | "dark"
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> }
}

/** The standard variables that the style uses. */
const VARIABLE = /^--(color|font|border-radius)-[a-z0-9-]+$/

/** Takes over the host's theme and colors. Without a theme, the browser's preference decides. */
export function applyAppearance({ theme, styles }: Appearance): void {
  const { style } = document.documentElement
  if (theme === "light" || theme === "dark") style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (VARIABLE.test(name) && typeof value === "string") style.setProperty(name, value)
}
