import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { StatusWatch, waitBefore } from "../status-watch"

/** A document that a test hides and shows. */
class Document extends EventTarget {
  hidden = false
  show(): void {
    this.hidden = false
    this.dispatchEvent(new Event("visibilitychange"))
  }
}

describe("a status watch", () => {
  let shown: Document
  let query: ReturnType<typeof vi.fn<() => Promise<void>>>
  let watch: StatusWatch
  beforeEach(() => {
    vi.useFakeTimers()
    shown = new Document()
    vi.stubGlobal("document", shown)
    query = vi.fn(async () => {})
    watch = new StatusWatch(query)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("waits 3 seconds at first, longer each time, and 30 seconds at most [MCP-64]", () => {
    const waits = Array.from({ length: 20 }, (_, n) => waitBefore(n))
    expect([waits[0], waits.at(-1)]).toEqual([3_000, 30_000])
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
  })

  it("queries until it is stopped, also when it is started again meanwhile [MCP-64]", async () => {
    watch.start()
    watch.start()
    await vi.advanceTimersByTimeAsync(waitBefore(0))
    watch.start()
    await vi.advanceTimersByTimeAsync(waitBefore(1))
    expect(query).toHaveBeenCalledTimes(2)
    watch.stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(query).toHaveBeenCalledTimes(2)
  })

  it("does not go on when the query itself stops it [MCP-64]", async () => {
    query.mockImplementation(async () => watch.stop())
    watch.start()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(query).toHaveBeenCalledTimes(1)
  })

  it("does not query while the document is hidden, and at once when it is shown again [MCP-64]", async () => {
    shown.hidden = true
    watch.start()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(query).not.toHaveBeenCalled()
    shown.show()
    await vi.advanceTimersByTimeAsync(0)
    expect(query).toHaveBeenCalledTimes(1)
  })

  it("does not query when the document is shown before it was started [MCP-64]", async () => {
    shown.show()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(query).not.toHaveBeenCalled()
  })
})
