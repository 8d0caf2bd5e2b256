import { element } from "./element"

/**
 * A picture, or an empty place for one if there is none, if its address is not of the web, or if the host does not allow
 * its origin. It has no alternative text because the title of the product follows.
 */
export function picture(url: string | undefined): HTMLElement {
  const place = element("span", { className: "picture" })
  if (url === undefined || !isWebAddress(url)) return place
  const image = element("img", { alt: "", decoding: "async", referrerPolicy: "no-referrer" })
  image.addEventListener("error", () => image.remove())
  image.src = url
  place.append(image)
  return place
}

const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol)
