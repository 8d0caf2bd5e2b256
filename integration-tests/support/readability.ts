import type { Frame, Page } from "playwright-core"

/** Whether the page is wider than the window, so that a person has to scroll sideways to read a line. */
export function overflows(page: Page | Frame): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** The lowest contrast between a text of the page and its background (WCAG 2.2 §1.4.3), with the text. */
export function worstContrast(page: Page | Frame): Promise<{ ratio: number; text: string }> {
  return page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const background = (element: Element | null): string => {
      if (!element) return "rgb(255, 255, 255)"
      const color = getComputedStyle(element).backgroundColor
      return channels(color)[3] === 0 ? background(element.parentElement) : color
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let worst = { ratio: Infinity, text: "" }
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [element, text = ""] = [node.parentElement, node.textContent?.trim()]
      if (!element || !text) continue
      const pair = [luminance(getComputedStyle(element).color), luminance(background(element))]
      const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)
      if (ratio < worst.ratio) worst = { ratio, text }
    }
    return worst
  })
}

/** The elements that the Tab key reaches from the top of the page, in order, by accessible name or text. */
export async function tabOrder(page: Page, stops: number): Promise<string[]> {
  const reached: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press("Tab")
    reached.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return (element?.labels?.[0] ?? element)?.textContent?.trim() ?? ""
      })
    )
  }
  return reached
}
