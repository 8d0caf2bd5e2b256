/** A color of the form `#rrggbb`. */
export type Color = string

/** The share of light of an sRGB channel from 0 to 255 (WCAG 2.2, relative luminance). */
function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(color: Color): number {
  const channel = (place: number) => linear(Number.parseInt(color.slice(place, place + 2), 16))
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The contrast ratio of two colors by WCAG 2.2, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
