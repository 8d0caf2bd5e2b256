/** Line drawings on a 64 by 64 grid. */
const SHAPES = {
  mug: "M18 20h24v20a8 8 0 0 1-8 8h-8a8 8 0 0 1-8-8zM42 25h4a6 6 0 0 1 0 12h-4",
  bowl: "M12 28h40a20 18 0 0 1-40 0zM26 46h12v4H26z",
  vase: "M27 12h10M28 12v8c-14 10-10 28-4 32h16c6-4 10-22-4-32v-8",
  shirt: "M26 14q6 8 12 0l4 10v28H22V24zM22 36h20",
  cloth: "M14 18h36v28H14zM18 22h28v20H18zM20 46v6M32 46v6M44 46v6",
  sock: "M26 12h14v22L28 50q-8 4-10-4l8-10zM26 18h14",
  jar: "M22 14h20v6H22zM20 24q0-4 4-4h16q4 0 4 4v24q0 4-4 4H24q-4 0-4-4zM20 32h24",
  leaf: "M16 48c0-22 12-34 34-34 0 22-12 34-34 34zM16 48l20-20",
  bean: "M20 44c-10-12 6-34 22-26 12 10-4 36-22 26zM22 44q4-14 10-14t10-12",
  board: "M16 18h26v30H16zM42 28h6a4 4 0 0 1 0 10h-6M24 24v18M33 24v18",
  kettle: "M18 48h28l-4-22H22zM24 26q8-16 16 0M46 34l8-8M30 20h4",
} as const

/** The drawings for products. */
export type Shape = keyof typeof SHAPES

/** A small SVG picture as a data URI: it needs no file server, and does not depend on the store's port. */
export function picture(shape: Shape, hue: number): string {
  const ground = `<rect width="64" height="64" rx="6" fill="hsl(${hue},45%,92%)"/>`
  const line = `fill="hsl(${hue},40%,78%)" stroke="hsl(${hue},45%,32%)" stroke-width="2" stroke-linejoin="round"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 64 64">${ground}<path d="${SHAPES[shape]}" ${line}/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}
