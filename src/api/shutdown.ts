const stopping = new AbortController()
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort())

/** Aborted when the process is asked to stop: an open stream would otherwise keep the server from closing. */
export const shutdown: AbortSignal = stopping.signal
