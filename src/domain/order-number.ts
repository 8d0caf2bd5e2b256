/** The number of an order in a search text, such as `1042` or `#1042`. Undefined if the text is no order number. */
export const orderNumberIn = (text: string): number | undefined =>
  /^#?\d{1,9}$/.test(text) ? Number(text.replace("#", "")) : undefined
