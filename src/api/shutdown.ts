import { setMaxListeners } from "node:events"

const stopping = new AbortController()
// No limit, because every open stream adds a listener.
setMaxListeners(0, stopping.signal)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort())

/** Aborted when the process receives a stop signal; open streams would otherwise keep the server from closing. */
export const shutdown: AbortSignal = stopping.signal
