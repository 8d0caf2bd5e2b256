import { productsView, productView } from "./catalog"
import { cartView, checkoutView, isWaiting } from "./checkout"
import { element, paragraph } from "./element"
import type { Host, HostEvents } from "./host/host"
import { type Language, languageFor } from "./languages"
import { type Basket, type Content, contentOf, isBasket, type StoreMessage, type ToolResult } from "./result"
import { StatusWatch } from "./status-watch"
import { show, type View } from "./view"

/** The store's own page that leads the buyer to the bank, without the checkout's id at its end. */
const continueAt = () => document.body.dataset.continue ?? ""

/** Shows a tool's result, and follows a checkout until it has ended. It changes nothing in the store. */
export class Shop implements HostEvents {
  private shown: ToolResult | undefined
  private sentence: "loading" | "call_canceled" | "refreshing" | "not_refreshed" | undefined = "loading"
  private unopened: string | undefined
  private readonly watch = new StatusWatch(() => this.refresh())

  constructor(private readonly host: Host) {
    this.draw()
  }

  result(result: ToolResult): void {
    this.shown = result
    this.say(undefined)
    this.follow(contentOf(result))
  }

  canceled(): void {
    this.say("call_canceled")
  }

  contextChanged(): void {
    this.draw()
  }

  closing(): void {
    this.watch.stop()
  }

  private say(sentence: Shop["sentence"]): void {
    this.sentence = sentence
    this.draw()
  }

  private follow(content: Content): void {
    const { callsTools } = this.host
    if (callsTools && isBasket(content) && isWaiting(content)) this.watch.start()
    else this.watch.stop()
  }

  private draw(): void {
    const language = languageFor(this.host.context.locale ?? navigator.language)
    const view = this.viewIn(language)
    const { texts } = language
    const status = this.sentence ? texts[this.sentence] : view.status
    show({ ...view, status }, language.lang)
  }

  private viewIn(language: Language): View {
    if (!this.shown) return { title: "", status: "", content: [] }
    const content = contentOf(this.shown)
    const view = this.viewOf(content, language)
    const isRefused = this.shown.isError && !isBasket(content)
    const status = isRefused ? language.texts.failed : view.status
    return { ...view, status, content: [...view.content, ...this.noticesOf(content, language)] }
  }

  private viewOf(content: Content, language: Language): View {
    if (content.products) return productsView(content.products, content, language)
    if (content.product) return productView(content.product, language)
    if (!isBasket(content)) return { title: "", status: "", content: [] }
    return content.status === undefined
      ? cartView(content, language)
      : checkoutView(content, language, this.actionsFor(content))
  }

  private actionsFor(checkout: Basket) {
    return {
      pay: () => void this.pay(checkout),
      refresh: this.host.callsTools ? () => void this.refreshNow() : undefined,
    }
  }

  /** The link is always the store's own, whatever a result contains. */
  private async pay({ id }: Basket): Promise<void> {
    const url = continueAt() + encodeURIComponent(id)
    this.unopened = await this.host.openLink(url).then(
      () => undefined,
      () => url
    )
    this.draw()
  }

  private async refreshNow(): Promise<void> {
    this.say("refreshing")
    await this.refresh()
    if (this.sentence === "refreshing") this.say("not_refreshed")
  }

  /** Keeps what is shown if the checkout cannot be read, and then tries again later. */
  private async refresh(): Promise<void> {
    const content = this.shown && contentOf(this.shown)
    if (!content || !isBasket(content)) return
    const read = await this.host.callTool("get_checkout", { id: content.id }).catch(() => undefined)
    if (read && !read.isError) this.result(read)
  }

  /** While the bank waits, the store's message is for the assistant: the buttons say the same to the person. */
  private noticesOf(content: Content, { texts }: Language): HTMLElement[] {
    if (!isBasket(content) || !isWaiting(content)) return (content.messages ?? []).map(messageOf)
    if (this.unopened === undefined) return []
    return [paragraph("soft", texts.open_yourself), paragraph("address", this.unopened)]
  }
}

const messageOf = ({ content }: StoreMessage): HTMLElement =>
  element("p", { className: "message", lang: "en" }, content)
