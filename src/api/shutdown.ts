import { setMaxListeners } from "node:events"

const stopping = new AbortController()
// As many as there are open streams.
setMaxListeners(0, stopping.signal)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort())

/** Aborted when the process is asked to stop: an open stream would otherwise keep the server from closing. */
export const shutdown: AbortSignal = stopping.signal
