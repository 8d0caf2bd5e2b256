/** The ids of the clients that the store makes for a test of itself, one for each surface it tries. */
export const TEST_CLIENTS = { a2a: "a2a_test_run", ucp: "ucp_test_run" } as const
export type TestFlavor = keyof typeof TEST_CLIENTS

/** The same as a list, by which they are told from agents: no agent is given such an id. */
export const TEST_CLIENT_IDS: readonly string[] = Object.values(TEST_CLIENTS)
